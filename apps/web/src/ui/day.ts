import { formatDay as formatDayIn } from '@myaccount/contract/dates';
import { languageEntries, matchLanguage } from '@myaccount/contract/languages';

/** Formats a day, `YYYY-MM-DD`, in the page's language: “Jan 05, 2024” (SHELL-12). */
export function formatDay(day: string, language: string): string {
  return formatDayIn(day, matchLanguage([language]));
}

/** Formats an instant in the reader's time zone: “3:42 PM”. */
export function formatTime(instant: Date, language: string): string {
  const { locale } = languageEntries[matchLanguage([language])];
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(instant);
}
