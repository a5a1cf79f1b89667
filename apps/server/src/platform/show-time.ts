/** Formats an instant in a time zone: “3:42 PM”, in every language. */
export function showTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant);
}
