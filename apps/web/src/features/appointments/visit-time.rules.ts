import { formatMonthDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { localeOf, withWeekday } from '../../ui/calendar-days.ts';
import { dayIn, formatDay, noBreak, noBreakSpace } from '../../ui/time.ts';

/** A time of a visit, both ends ISO 8601. */
export interface TimeSlot {
  readonly start: string;
  readonly end: string;
}

/** Returns the time of an appointment. */
export function slotOf({ startDate, endDate }: { startDate: string; endDate: string }): TimeSlot {
  return { start: startDate, end: endDate };
}

/** A time zone and language that times are shown in. */
export interface TimeDisplay {
  readonly language: string;
  readonly timeZone: string;
  /** True when the reader's own clock shows another time, so that each time says its zone. */
  readonly namesZone: boolean;
}

/** Forbids a break, and takes no room. */
const wordJoiner = '\u2060';
/** Number of characters that fit in a line, also on a phone with large text. */
const longestUnbroken = 18;
const dayMs = 24 * 60 * 60 * 1_000;
const wallClock = { dateStyle: 'short', timeStyle: 'short' } as const;

/** Returns whether clocks of the two zones show different times at an instant. */
export function zonesDiffer(instant: Date, timeZone: string, other: string): boolean {
  const shown = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { ...wallClock, timeZone: zone }).format(instant);
  return shown(timeZone) !== shown(other);
}

/** Returns the name of a time zone at an instant: “Eastern Standard Time”. */
export function zoneName(instant: Date, { language, timeZone }: TimeDisplay): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns a day with its weekday: “Tuesday, Nov 24, 2026”, “martes 24 de noviembre de 2026”. */
export function visitDay(day: string, language: string): string {
  return withWeekday(day, language, 'long', formatDay(day, language));
}

/** Returns a day of the next weeks, short enough for one line with its time: “Fri, Nov 27”, “vie 27 nov”. */
export function nearDay(day: string, language: string): string {
  return withWeekday(day, language, 'short', formatMonthDay(day, matchLanguage([language])));
}

/** Returns a time as a range that breaks, if it is long, after the dash: “9 – 11 AM”, “11 AM – 1 PM EST”. */
export function rangeText(slot: TimeSlot, display: TimeDisplay): string {
  const text = textOf(rangeParts(slot, display));
  const { from } = rangeEnds(slot, display);
  return staysTogether(from, text)
    ? text.replace(/–\s?/, (dash) => noBreak(dash).replace('–', `–${wordJoiner}`))
    : text;
}

/** Returns the sentence part of a time, “between 9 and 11 AM”, so that it breaks nowhere after `from` unless it is long. */
export function together(text: string, from: string): string {
  const at = text.indexOf(from);
  const range = text.slice(at);
  return staysTogether(from, range) ? text.slice(0, at) + noBreak(range) : text;
}

/** Returns both ends of a time as a sentence says them: `9` and `11 AM`. */
export function rangeEnds(slot: TimeSlot, display: TimeDisplay): { from: string; to: string } {
  const parts = rangeParts(slot, display);
  const first = parts.findLastIndex(({ source }) => source === 'startRange');
  const second = parts.findIndex(({ source }) => source === 'endRange');
  // Both ends in the same minute are one time, which has no second part.
  if (second < 0) return { from: textOf(parts), to: textOf(parts) };
  return { from: textOf(parts.slice(0, first + 1)), to: textOf(parts.slice(second)) };
}

/** Returns a sentence that ends in one stop, also after “a.m.”, which has its own. */
export function oneStop(sentence: string): string {
  return sentence.replace(/\.{2}$/, '.');
}

function rangeParts({ start, end }: TimeSlot, { language, timeZone, namesZone }: TimeDisplay) {
  const ends = [new Date(start), new Date(end)] as const;
  const minutes = new Intl.DateTimeFormat('en-US', { timeZone, minute: 'numeric' });
  const isWholeHours = ends.every((instant) => minutes.format(instant) === '0');
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    hour: 'numeric',
    ...(isWholeHours ? {} : { minute: '2-digit' }),
    ...(namesZone ? { timeZoneName: 'short' } : {}),
  });
  const parts = isOvernight(ends, timeZone)
    ? overnightParts(ends, format)
    : format.formatRangeToParts(...ends);
  return parts.map((part) => ({ ...part, value: unbroken(part.value) }));
}

/** Returns whether a time ends on the day after its start, within 24 hours: “11 PM – 1 AM” can only mean one thing. */
function isOvernight([start, end]: readonly [Date, Date], timeZone: string): boolean {
  const lengthMs = end.getTime() - start.getTime();
  return lengthMs > 0 && lengthMs < dayMs && dayIn(start, timeZone) !== dayIn(end, timeZone);
}

/** Returns both ends as {@link Intl.DateTimeFormat.formatRangeToParts} would, without the dates that it adds over midnight. */
function overnightParts([start, end]: readonly [Date, Date], format: Intl.DateTimeFormat) {
  return [
    { type: 'literal', value: format.format(start), source: 'startRange' },
    { type: 'literal', value: ' – ', source: 'shared' },
    { type: 'literal', value: format.format(end), source: 'endRange' },
  ];
}

function textOf(parts: ReturnType<typeof rangeParts>): string {
  return parts.map(({ value }) => value).join('');
}

/** Returns whether a range is one piece: it begins and ends in the same half of a day, so that its first end is a number. */
function staysTogether(from: string, range: string): boolean {
  return !/\s/.test(from) && range.length <= longestUnbroken;
}

/** Returns a part of a range that breaks, if at all, after the dash. */
function unbroken(text: string): string {
  return noBreak(text).replace(`–${noBreakSpace}`, '– ');
}
