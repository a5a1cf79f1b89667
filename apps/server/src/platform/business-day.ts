import type { UtcOffset } from '@myaccount/contract/web-config';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const dayMs = 86_400_000;
/** Clocks change at such steps of UTC. */
const quarterMs = 900_000;

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

/** Returns the instant at which the clocks of a time zone show the hour on the day. */
export function instantOn(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // The offset at the guess is the offset at the result, except near a change of clocks: hence a second look.
  const guess = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(guess), timeZone));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instant: Date, timeZone: string): number {
  // Sweden writes an instant as ISO 8601 does: 2026-11-24 12:00:00.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  const shown = Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Returns what a time zone's clocks differ from UTC, from the day of an instant (UTC) and for so many days. */
export function utcOffsetsOf(timeZone: string, now: Date, days: number): UtcOffset[] {
  const minutesAt = (ms: number) => offsetMs(new Date(ms), timeZone) / 60_000;
  const start = Math.floor(now.getTime() / dayMs) * dayMs;
  const end = start + days * dayMs;
  const changes = [start];
  let minutes = minutesAt(start);
  for (let day = start; day < end; day += dayMs) {
    const later = minutesAt(day + dayMs);
    if (later === minutes) continue;
    let change = day;
    while (minutesAt(change) !== later) change += quarterMs;
    changes.push(change);
    minutes = later;
  }
  return changes.map((ms, index) => ({
    from: new Date(ms).toISOString(),
    until: new Date(changes[index + 1] ?? end).toISOString(),
    minutes: minutesAt(ms),
  }));
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
