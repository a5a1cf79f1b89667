import { type Language, languageEntries } from './languages.ts';

const monthName = (day: string, language: Language) =>
  languageEntries[language].months[Number(day.slice(5, 7)) - 1] ?? '';

/** Formats the month of a day or of a month, `YYYY-MM`: “Jan”, in Spanish “ene”. */
export function formatMonth(day: string, language: Language): string {
  return monthName(day, language).slice(0, 3);
}

/** Formats a day, `YYYY-MM-DD`, without its year: “Jan 05”, in Spanish “5 ene”. */
export function formatMonthDay(day: string, language: Language): string {
  const month = formatMonth(day, language);
  return languageEntries[language].isDayFirst
    ? `${Number(day.slice(8))} ${month}`
    : `${month} ${day.slice(8)}`;
}

/** Formats a day for tables, labels, and buttons: “Jan 05, 2024”, in Spanish “5 ene 2024” (SHELL-12). */
export function formatShortDay(day: string, language: Language): string {
  const comma = languageEntries[language].isDayFirst ? '' : ',';
  return `${formatMonthDay(day, language)}${comma} ${day.slice(0, 4)}`;
}

/** Formats a day for a sentence: “Jan 05, 2024”, in Spanish “5 de enero de 2024” (SHELL-12). */
export function formatDay(day: string, language: Language): string {
  if (!languageEntries[language].isDayFirst) return formatShortDay(day, language);
  return `${Number(day.slice(8))} de ${monthName(day, language)} de ${day.slice(0, 4)}`;
}

/** Formats an instant in a time zone, which it names: “3:42 PM EST”, in Spanish “3:42 p.m. EST”. */
export function formatTime(instant: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(languageEntries[language].locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);
}

/** Returns the hour, 1 to 12, that {@link formatTime} shows: Spanish says “la 1:05” and “las 2:05”. */
export function clockHour(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric' }).formatToParts(instant);
  return Number(parts.find(({ type }) => type === 'hour')?.value);
}
