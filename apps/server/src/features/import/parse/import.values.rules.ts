import { dayOf, instantOn } from '../../../platform/business-day.ts';

/** Cents of a file’s dollars: “84.99” is 8499, “-0.00” is 0. */
export function centsOf(dollars: string): number {
  return Number(dollars.replace('.', '')) + 0;
}

/** Dollars as the file writes them. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Hour of what happened on a day of the file. */
export const noon = 12;

/** An instant of the file; for a day, that hour of it. */
export function instantOf(dayOrInstant: string, hour: number, timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantOn(dayOrInstant, hour, timeZone) : new Date(dayOrInstant);
}

/** The business day of something in the file. */
export function occurredOn(dayOrInstant: string, timeZone: string): string {
  return dayOrInstant.length === 10 ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone);
}
