import { formatDay as formatDayIn } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';

const noBreakSpace = '\u00a0';

/** Formats a day, `YYYY-MM-DD`, in the page's language: “Jan 05, 2024” (SHELL-12), which never breaks in a sentence. */
export function formatDay(day: string, language: string): string {
  return formatDayIn(day, matchLanguage([language])).replaceAll(' ', noBreakSpace);
}
