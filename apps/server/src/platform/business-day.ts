import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Day `YYYY-MM-DD` of an instant in a time zone: due dates and “today” follow the operator’s, never the server’s. */
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

/** The day so many days later (earlier, when negative). */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** The day so many months later; the 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  return dayjs.utc(day).add(months, 'month').format('YYYY-MM-DD');
}

/** First day of the billing cycle that contains the day. */
export function cycleStart(day: string, cycleDay: number): string {
  const inMonth = dayjs.utc(day).date(cycleDay).format('YYYY-MM-DD');
  return inMonth <= day ? inMonth : addMonths(inMonth, -1);
}
