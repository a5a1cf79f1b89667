import { hourOf } from '../../platform/business-day.ts';

/** Hours of the day, in the business time zone, in which no text is sent. Equal hours: texts are sent at any time. */
export interface QuietHours {
  /** First quiet hour, 0 to 23. */
  readonly from: number;
  /** First hour after them, 0 to 23. */
  readonly until: number;
}

const quarterMs = 900_000;

/** Returns when a text may be sent: now, or at the end of the quiet hours. */
export function sendingTimeOf(now: Date, quiet: QuietHours, timeZone: string): Date {
  let time = now;
  // Offsets of time zones are whole quarters of an hour, also on the days on which clocks change.
  while (isQuiet(hourOf(time, timeZone), quiet)) {
    time = new Date((Math.floor(time.getTime() / quarterMs) + 1) * quarterMs);
  }
  return time;
}

function isQuiet(hour: number, { from, until }: QuietHours): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}
