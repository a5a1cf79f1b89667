import type { Language } from './texts.ts';

const formatters: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { month: 'short', timeZone: 'UTC' }),
};

/** “Jan 05, 2024”, in Spanish with the Spanish month: “ene 05, 2024” (SHELL-12). */
export function showDay(day: string, language: Language): string {
  const [year, , dayOfMonth] = day.split('-');
  // Three letters in both languages: Spanish abbreviates September to four.
  const month = formatters[language].format(new Date(`${day}T00:00:00Z`)).slice(0, 3);
  return `${month} ${dayOfMonth}, ${year}`;
}

/** “3:42 PM” in the business time zone. */
export function showTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant);
}
