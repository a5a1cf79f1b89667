import { addDays } from '@myaccount/contract/calendar';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { UnusableReason } from '../charging/charge.rules.ts';

/** Returns what a mail that announces a charge is about: one is sent for each account and day. Also a format of PostgreSQL's. */
export function announcedEvent(accountId: string, chargeOn: string): string {
  return `${accountId}:${chargeOn}`;
}

/** Returns the outbox's key of a mail about autopay. */
export function autopayMailKey(name: string, event: string): string {
  return `${name}:${event}`;
}

/** Failures after which the same method is not tried again: another attempt would fail too. */
const hardFailures: readonly PaymentFailure[] = [
  'expired-card',
  'invalid-account',
  'not-permitted',
  'call-bank',
  'unauthorized',
];

/** The refusal of a charge that was missed too long to be tried. */
export const missedFailure = 'never-charged' satisfies PaymentFailure;

/** Returns whether a failed charge must not be repeated with the same method. */
export function isHardFailure(failure: PaymentFailure): boolean {
  return hardFailures.includes(failure);
}

/** A failed attempt to collect. */
export interface FailedCharge {
  readonly failure: PaymentFailure;
  readonly attempt: number;
  /** The days of this attempt and of the first one. */
  readonly runOn: string;
  readonly firstRunOn: string;
}

/** Returns the day of the next attempt; null when none follows. It is never the day of the failed one. */
export function retryDayOf(charge: FailedCharge, retryDays: readonly number[]): string | null {
  const days = retryDays[charge.attempt - 1];
  if (days === undefined || isHardFailure(charge.failure)) return null;
  const scheduled = addDays(charge.firstRunOn, days);
  return scheduled > charge.runOn ? scheduled : addDays(charge.runOn, 1);
}

/** Returns the failure of a charge whose method could not be used at all. */
export function failureOfUnusable(reason: UnusableReason): PaymentFailure {
  const failures = {
    removed: 'invalid-account',
    'invalid-account': 'invalid-account',
    expired: 'expired-card',
    'not-taken': 'not-permitted',
  } as const satisfies Record<UnusableReason, PaymentFailure>;
  return failures[reason];
}
