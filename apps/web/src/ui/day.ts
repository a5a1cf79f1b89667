import { formatDay as formatDayIn } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';

/** Formats a day, `YYYY-MM-DD`, in the page's language: “Jan 05, 2024” (SHELL-12). */
export function formatDay(day: string, language: string): string {
  return formatDayIn(day, matchLanguage([language]));
}
