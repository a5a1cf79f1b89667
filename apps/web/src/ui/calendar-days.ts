import { addDays, addMonths } from '@myaccount/contract/calendar';
import { languageEntries, matchLanguage } from '@myaccount/contract/languages';

const daysPerWeek = 7;

function instantOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Returns the first day of the month, this number of months later; earlier if negative. */
export function firstOfMonth(day: string, months = 0): string {
  return addMonths(`${day.slice(0, 8)}01`, months);
}

/** Returns the day or the end of the range that it is beyond. */
export function within(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}

/** Returns the weeks of a day's month, from Sunday; null where a week reaches into another month. */
export function weeksOf(day: string): (string | null)[][] {
  const first = firstOfMonth(day);
  const next = firstOfMonth(day, 1);
  const days: (string | null)[] = Array.from({ length: instantOf(first).getUTCDay() }, () => null);
  for (let each = first; each < next; each = addDays(each, 1)) days.push(each);
  while (days.length % daysPerWeek > 0) days.push(null);
  return Array.from({ length: days.length / daysPerWeek }, (_, week) =>
    days.slice(week * daysPerWeek, (week + 1) * daysPerWeek),
  );
}

/** Numbers and times of a language are written as in the United States. */
export function localeOf(language: string): string {
  return languageEntries[matchLanguage([language])].locale;
}

/**
 * Returns a date after its weekday: “Tuesday, Nov 24, 2026”, “martes 24 de noviembre de 2026”. Spanish has no comma there,
 * though `Intl` writes one.
 */
export function withWeekday(day: string, language: string, weekday: 'long' | 'short', date: string): string {
  const comma = languageEntries[matchLanguage([language])].isDayFirst ? '' : ',';
  return `${dayText(day, language, { weekday })}${comma} ${date}`;
}

/** Formats a day of a calendar as it is read out: “Sunday, November 1, 2026”, “domingo 1 de noviembre de 2026”. */
export function calendarDay(day: string, language: string): string {
  return withWeekday(day, language, 'long', dayText(day, language, { dateStyle: 'long' }));
}

/** Formats a day for people in the United States, by the options of `Intl.DateTimeFormat`. */
export function dayText(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(instantOf(day));
}
