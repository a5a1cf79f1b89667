import { type Language, languageEntries } from './languages.ts';

/** Formats a day, `YYYY-MM-DD`: “Jan 05, 2024”, in Spanish “ene 05, 2024” (SHELL-12). */
export function formatDay(day: string, language: Language): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  return `${languageEntries[language].months[Number(month) - 1]} ${dayOfMonth}, ${year}`;
}

/** Returns the last day, `YYYY-MM-DD`, of a month from 1 to 12. */
export function lastDayOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
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
