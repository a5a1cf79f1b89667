/**
 * Formats an instant in a time zone, with the zone's name: “3:47 PM EST”, in every language. Page and mail say the same
 * time in the same zone.
 */
export function showTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(instant);
}
