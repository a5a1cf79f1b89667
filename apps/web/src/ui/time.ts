import {
  formatDay as formatDayIn,
  formatShortDay as formatShortDayIn,
  formatTime as formatTimeIn,
} from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { config } from '../api/config.ts';
import { serverNow } from '../api/server-time.ts';

/** Keeps the words beside it on one line. */
export const noBreakSpace = '\u00a0';
const secondsPerMinute = 60;
const longestInSeconds = 90;

/** Returns the day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(instant: Date, timeZone: string): string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', parts).format(instant);
}

/** Returns the day of an instant, by default today by the server's clock, in the operator's time zone, `YYYY-MM-DD`. */
export function businessToday(instant: Date = serverNow()): string {
  const iso = instant.toISOString();
  const offset = config.utcOffsets.find(({ from, until }) => from <= iso && iso < until);
  if (!offset) return dayIn(instant, config.timeZone);
  return new Date(instant.getTime() + offset.minutes * 60_000).toISOString().slice(0, 10);
}

/**
 * Formats a day, `YYYY-MM-DD`, for a sentence in the page's language: “Jan 05, 2024”, “5 de enero de 2024” (SHELL-12). It
 * breaks, if at all, before “de 2024”.
 */
export function formatDay(day: string, language: string): string {
  return formatDayIn(day, matchLanguage([language])).replace(/ (?!de \d)/g, noBreakSpace);
}

/** Returns a text, as the time of a clock, that does not wrap. */
export function noBreak(text: string): string {
  return text.replaceAll(/\s/g, noBreakSpace);
}

/** Formats a day where room is scarce: “Jan 05, 2024”, “5 ene 2024” (SHELL-12). It never breaks. */
export function formatShortDay(day: string, language: string): string {
  return noBreak(formatShortDayIn(day, matchLanguage([language])));
}

/** Formats an instant in a time zone, the operator's if none is given, which it names, as the mails do: “3:42 PM EST”. */
export function formatTime(instant: Date, language: string, timeZone = config.timeZone): string {
  return formatTimeIn(instant, matchLanguage([language]), timeZone);
}

/** Formats an instant, ISO 8601, in the operator's time zone: “Nov 24, 2026, 3:42 PM EST”. It breaks after the day only. */
export function formatMoment(instant: string, language: string): string {
  const date = new Date(instant);
  return `${formatShortDay(businessToday(date), language)}, ${noBreak(formatTime(date, language))}`;
}

/** Formats seconds as “45 seconds” or “3 minutes” in a language; rounds minutes up. */
export function formatDuration(seconds: number, language: string): string {
  const isShort = seconds <= longestInSeconds;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(isShort ? seconds : Math.ceil(seconds / secondsPerMinute));
}
