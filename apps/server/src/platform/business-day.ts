import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns an instant's day as `YYYY-MM-DD`. Due dates and "today" use the operator's time zone, not the server's. */
export function dayOf(instant: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(instant);
}

/** Returns an instant's hour of the day, 0 to 23, in the operator's time zone. */
export function hourOf(instant: Date, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(
    instant,
  );
  return Number(hour);
}

/** Returns the day so many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** Returns the day so many months later. The 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  return dayjs.utc(day).add(months, 'month').format('YYYY-MM-DD');
}

/** Returns the first day of the billing cycle that contains a day. */
export function cycleStart(day: string, cycleDay: number): string {
  const inMonth = dayjs.utc(day).date(cycleDay).format('YYYY-MM-DD');
  return inMonth <= day ? inMonth : addMonths(inMonth, -1);
}
