import { currentConsentVersion } from '@myaccount/contract/consent';
import type { ValidationFailure } from './make-payment.rules.ts';

/** What the day of a payment dated ahead is checked against. */
export interface PlanWindow {
  readonly today: string;
  /** Due date of the oldest open item; null when nothing is open. */
  readonly dueOn: string | null;
}

/** Returns why a payment cannot be dated so: days from today to the due date can be chosen (PAY-3). */
export function validatePlannedDay(day: string, { today, dueOn }: PlanWindow): ValidationFailure | undefined {
  const refused = (reason: string) => ({ code: 'request.invalid', field: 'payment_date', reason }) as const;
  if (day < today) return refused('too-small');
  if (dueOn === null || day > dueOn) return refused('too-large');
  return undefined;
}

/** Returns why a bank debit cannot be dated ahead: only the current authorization names the day. */
export function validateDatedConsent(version: string | undefined): ValidationFailure | undefined {
  if (version === undefined || version === currentConsentVersion('bank-debit')) return undefined;
  return { code: 'request.invalid', field: 'consent.textVersion', reason: 'invalid' };
}

/** The figures of an account on the day of a planned payment. */
export interface DayFigures {
  readonly balanceCents: number;
  readonly inFlightCents: number;
}

/**
 * Returns what a planned payment charges on its day: what was promised, at most what is then open and not on its way. Other
 * planned payments are not taken off: each is charged in its turn.
 */
export function amountOnItsDay(plannedCents: number, { balanceCents, inFlightCents }: DayFigures): number {
  return Math.max(0, Math.min(plannedCents, balanceCents - inFlightCents));
}

/** A planned payment whose processor was away is tried again after this long, while its day lasts. */
export const retryAfterMs = 15 * 60_000;

/**
 * Why a planned payment is cancelled: by its customer, because nothing is open, because its method cannot be used, or, for a
 * charge of autopay that waits for its processor, because autopay is off or has another method.
 */
export type PlanEnd = 'customer' | 'nothing-open' | 'method-not-usable' | 'autopay-changed';
