const secondsPerMinute = 60;
const longestInSeconds = 90;

/** “45 seconds”, “3 minutes”, in the page's language; minutes are rounded up. */
export function formatDuration(seconds: number, language: string): string {
  const isShort = seconds <= longestInSeconds;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(isShort ? seconds : Math.ceil(seconds / secondsPerMinute));
}
