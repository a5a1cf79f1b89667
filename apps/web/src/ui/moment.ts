import { businessToday } from './business-day.ts';
import { formatTime } from './business-time.ts';
import { formatDay } from './day.ts';

const noBreakSpace = '\u00a0';

/**
 * Formats an instant, ISO 8601, in the operator's time zone: “Nov 24, 2026, 3:42 PM EST”. It breaks between day and time
 * only.
 */
export function formatMoment(instant: string, language: string): string {
  const date = new Date(instant);
  return `${formatDay(businessToday(date), language)}, ${formatTime(date, language).replaceAll(' ', noBreakSpace)}`;
}
