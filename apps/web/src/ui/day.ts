const utc = 'UTC';

function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', options);
}

/** “Jan 05, 2024”, in Spanish “ene 05, 2024” (SHELL-12), from `YYYY-MM-DD`. */
export function formatDay(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatter(language, { ...options, timeZone: utc })
      .format(date)
      .replace('.', '');
  return `${part({ month: 'short' })} ${day.slice(8, 10)}, ${part({ year: 'numeric' })}`;
}

/** “3:42 PM” of an instant, in the time zone of whoever looks. */
export function formatTime(instant: Date, language: string): string {
  return formatter(language, { hour: 'numeric', minute: '2-digit' }).format(instant);
}
