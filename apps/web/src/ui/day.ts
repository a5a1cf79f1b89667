const utc = 'UTC';

function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', options);
}

/** “Jan 05, 2024”, in Spanish “ene 05, 2024” (SHELL-12), from `YYYY-MM-DD`. */
export function formatDay(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  // Three letters in both languages: Spanish abbreviates September to four.
  const month = formatter(language, { month: 'short', timeZone: utc }).format(date).slice(0, 3);
  return `${month} ${day.slice(8, 10)}, ${day.slice(0, 4)}`;
}

/** “3:42 PM” of an instant, in the time zone of whoever looks. */
export function formatTime(instant: Date, language: string): string {
  return formatter(language, { hour: 'numeric', minute: '2-digit' }).format(instant);
}
