import { dayOf } from '../../platform/business-day.ts';

const hourMs = 3_600_000;

/** The instant at which the clocks of a time zone show the hour on the day. */
export function instantOn(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * hourMs;
  // The offset at the guess is the offset at the answer, save near a change of clocks: hence a second look.
  const guess = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(guess), timeZone));
}

/** When something of the file happened: its instant, or noon of its day. */
export function occurredAt(dayOrInstant: string, timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantOn(dayOrInstant, 12, timeZone) : new Date(dayOrInstant);
}

/** The business day of something in the file. */
export function occurredOn(dayOrInstant: string, timeZone: string): string {
  return dayOrInstant.length === 10 ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone);
}

/** From when something holds: its instant, or the beginning of its day. */
export function beginsAt(dayOrInstant: string, timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantOn(dayOrInstant, 0, timeZone) : new Date(dayOrInstant);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instant: Date, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1000) * 1000;
}
