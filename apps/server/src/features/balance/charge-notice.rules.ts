import { addDays } from '@myaccount/contract/calendar';

/** Holds an agreement that a restore brought back: nothing is charged by it before its customer was told (RESTORE-1). */
export interface ChargeNotice {
  /** The first day of a charge; null until the mail server accepted the mail, or an operator confirmed. */
  readonly chargeFrom: string | null;
  /** Days from the mail to the charge. */
  readonly noticeDays: number;
}

/** Returns the first day on which an agreement may be charged, if its customer is told today; without a notice, any day. */
export function firstChargeDay(notice: ChargeNotice | null, today: string): string {
  return notice ? (notice.chargeFrom ?? addDays(today, notice.noticeDays)) : '';
}

/** Returns the later of two days. */
export function later(day: string, other: string): string {
  return day > other ? day : other;
}
