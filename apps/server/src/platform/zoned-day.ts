import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Returns the instant at which a day, `YYYY-MM-DD`, begins in a time zone. */
export function zonedStart(day: string, timeZone: string): Date {
  return dayjs.tz(`${day}T00:00:00`, timeZone).toDate();
}
