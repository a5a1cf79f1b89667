const secondsPerMinute = 60;
const longestInSeconds = 90;

/** Formats seconds as “45 seconds” or “3 minutes” in a language; rounds minutes up. */
export function formatDuration(seconds: number, language: string): string {
  const isShort = seconds <= longestInSeconds;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(isShort ? seconds : Math.ceil(seconds / secondsPerMinute));
}
