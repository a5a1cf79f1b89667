import { dayOf, instantOn } from '../../../platform/business-day.ts';

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

/** When something of the file happened: its instant, or noon of its day. */
export function occurredAt(dayOrInstant: string, timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantOn(dayOrInstant, 12, timeZone) : new Date(dayOrInstant);
}

/** From when something holds: its instant, or the beginning of its day. */
export function beginsAt(dayOrInstant: string, timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantOn(dayOrInstant, 0, timeZone) : new Date(dayOrInstant);
}

/** The business day of something in the file. */
export function occurredOn(dayOrInstant: string, timeZone: string): string {
  return dayOrInstant.length === 10 ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone);
}
