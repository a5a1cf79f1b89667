import { dayOf, instantAt } from '../../../platform/business-day.ts';

/** Cents of a file’s dollars: “84.99” is 8499, “-0.00” is 0. */
export function centsOf(dollars: string): number {
  return Number(dollars.replace('.', '')) + 0;
}

/** Dollars as the file writes them. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An instant of the file; for a day, that time of it: the start of what begins or ends on a day, noon of what happened on it. */
export function instantOf(dayOrInstant: string, time: '00:00' | '12:00', timeZone: string): Date {
  return dayOrInstant.length === 10 ? instantAt(`${dayOrInstant}T${time}`, timeZone) : new Date(dayOrInstant);
}

/** The business day of something in the file. */
export function occurredOn(dayOrInstant: string, timeZone: string): string {
  return dayOrInstant.length === 10 ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone);
}
