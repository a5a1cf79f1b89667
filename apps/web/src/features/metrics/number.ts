import { languageEntries, matchLanguage } from '@myaccount/contract/languages';

/** Returns the tag by which numbers and times of a language are written as in the United States. */
export function localeOf(language: string): string {
  return languageEntries[matchLanguage([language])].locale;
}

/** Formats a count: “1,250”. */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language)).format(count);
}
