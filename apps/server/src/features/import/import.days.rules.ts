import { dayOf } from '../../platform/business-day.ts';

const hourMs = 3_600_000;

/** The instant at which the clocks of a time zone show the hour on the day. */
export function instantOn(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * hourMs;
  // The offset at the guess is the offset at the result, except near a change of clocks: hence a second look.
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
  // Sweden writes an instant as ISO 8601 does: 2026-11-24 12:00:00.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return (
    Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant.getTime() / 1000) * 1000
  );
}
