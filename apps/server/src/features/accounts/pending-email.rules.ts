import { dayOf } from '../../platform/business-day.ts';

/** Returns the last day, `YYYY-MM-DD`, on which a pending address can be proved; undefined once it is over (CONTACT-3). */
export function lastPendingDay(expiresAt: Date, now: Date, timeZone: string): string | undefined {
  const day = dayOf(expiresAt, timeZone);
  return dayOf(now, timeZone) <= day ? day : undefined;
}
