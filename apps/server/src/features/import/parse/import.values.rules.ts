import { dayOf } from '../../../platform/business-day.ts';

/** Cents of a file’s dollars: “84.99” is 8499, “-0.00” is 0. */
export function centsOf(dollars: string): number {
  return Number(dollars.replace('.', '')) + 0;
}

/** Dollars as the file writes them. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function sumCents(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const hourMs = 3_600_000;

/** An instant of the file; of a day, the instant at which the clocks of a time zone show the hour on it. */
export function instantOf(dayOrInstant: string, hour: number, timeZone: string): Date {
  if (dayOrInstant.length > 10) return new Date(dayOrInstant);
  const wanted = Date.parse(`${dayOrInstant}T00:00:00Z`) + hour * hourMs;
  // The offset at the guess is the offset at the result, except near a change of clocks: hence a second look.
  const guess = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(guess), timeZone));
}

/** When something of the file happened: its instant, or noon of its day. */
export const occurredAt = (dayOrInstant: string, timeZone: string) => instantOf(dayOrInstant, 12, timeZone);

/** From when something holds: its instant, or the beginning of its day. */
export const beginsAt = (dayOrInstant: string, timeZone: string) => instantOf(dayOrInstant, 0, timeZone);

/** The business day of something in the file. */
export function occurredOn(dayOrInstant: string, timeZone: string): string {
  return dayOrInstant.length === 10 ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone);
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
