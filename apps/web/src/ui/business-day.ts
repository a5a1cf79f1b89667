import { config } from '../api/config.ts';
import { serverNow } from '../api/server-time.ts';

/** Returns today, `YYYY-MM-DD`, in the operator's time zone and by the server's clock. */
export function businessToday(now: Date = serverNow()): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: config.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(now);
}
