import { type Language, languageEntries } from './languages.ts';

/** Formats a day, `YYYY-MM-DD`: “Jan 05, 2024”, in Spanish “ene 05, 2024” (SHELL-12). */
export function formatDay(day: string, language: Language): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  return `${languageEntries[language].months[Number(month) - 1]} ${dayOfMonth}, ${year}`;
}
