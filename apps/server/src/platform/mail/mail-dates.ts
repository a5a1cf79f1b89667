import { clockHour, formatDay, formatTime } from '@myaccount/contract/dates';
import type { Language } from '@myaccount/contract/languages';

const noBreakSpace = '\u00a0';

/** Formats a day, `YYYY-MM-DD`, for a mail, in whose HTML it never breaks. */
export function formatMailDay(day: string, language: Language): string {
  return unbroken(formatDay(day, language));
}

/** Returns a time for a text of a mail, in whose HTML it never breaks, and its hour as `count` for “la 1:05” and “las 2:05”. */
export function mailTime(instant: Date, language: Language, timeZone: string) {
  return { time: unbroken(formatTime(instant, language, timeZone)), count: clockHour(instant, timeZone) };
}

function unbroken(text: string): string {
  return text.replaceAll(/\s/g, noBreakSpace);
}

/** Returns a text with spaces that may break: in plain text a reader searches for “Dec 03, 2026” as it is typed. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll(noBreakSpace, ' ');
}
