import { businessToday } from '../../ui/business-day.ts';
import { formatTime } from '../../ui/business-time.ts';
import { formatDay } from '../../ui/day.ts';

/** Formats an instant, ISO 8601, in the operator's time zone: “Nov 24, 2026, 3:42 PM EST”. */
export function formatMoment(instant: string, language: string): string {
  const date = new Date(instant);
  return `${formatDay(businessToday(date), language)}, ${formatTime(date, language)}`;
}
