import { config } from '../api/config.ts';

/** Today, `YYYY-MM-DD`, where the operator does business: due dates and expiries follow it (decisions: timezone). */
export function businessToday(now: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: config.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(now);
}
