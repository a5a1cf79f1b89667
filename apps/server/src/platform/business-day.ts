import { addDays, addMonths } from '@myaccount/contract/calendar';
import type { UtcOffset } from '@myaccount/contract/web-config';

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

/** Returns the instant at which the clocks of a time zone show a time, ISO 8601 without its zone. */
export function instantAt(time: string, timeZone: string): Date {
  const wanted = Date.parse(`${time}Z`);
  // The offset at the guess is the offset at the result, except near a change of clocks: hence a second look.
  const guess = wanted - offsetMs(wanted, timeZone);
  const second = wanted - offsetMs(guess, timeZone);
  // A time that the clocks skip counts on from the moment at which they do.
  return new Date(Math.max(second, wanted - offsetMs(second, timeZone)));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instantMs: number, timeZone: string): number {
  // Sweden writes an instant as ISO 8601 does: 2026-11-24 12:00:00.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  const shown = Date.parse(`${clock.format(instantMs).replace(' ', 'T')}Z`);
  return shown - Math.floor(instantMs / 1000) * 1000;
}

/** Returns what a time zone's clocks differ from UTC on a number of days, from the day of an instant (UTC) on. */
export function utcOffsetsOf(timeZone: string, now: Date, days: number): UtcOffset[] {
  const minutesAt = (ms: number) => offsetMs(ms, timeZone) / 60_000;
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

/**
 * Returns the first and the last day of the billing cycle that contains a day. Cycles begin on a day of the month from 1 to 31;
 * in a month without it, on its last.
 */
export function cycleOf(day: string, cycleDay: number): { readonly start: string; readonly end: string } {
  const inMonth = `${day.slice(0, 8)}${String(cycleDay).padStart(2, '0')}`;
  const months = addMonths(inMonth, 0) <= day ? 0 : -1;
  return { start: addMonths(inMonth, months), end: addDays(addMonths(inMonth, months + 1), -1) };
}
