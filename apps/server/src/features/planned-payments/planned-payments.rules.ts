import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { addDays } from '@myaccount/contract/calendar';
import { currentConsentVersion } from '@myaccount/contract/consent';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { catchUpDays } from '../balance/autopay-charge.rules.ts';
import type { Balance } from '../balance/balance.rules.ts';
import type { ValidationFailure } from '../charging/charge.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';

/** What the day of a payment dated ahead is checked against. */
export interface PlanWindow {
  readonly today: string;
  /** Null when there is none. */
  readonly lastDay: string | null;
}

/** Returns why a payment cannot be dated ahead as it asks to be; undefined also when it is made at once. */
export function validatePlan(
  {
    plannedFor,
    debitConsent,
  }: { readonly plannedFor?: string | undefined; readonly debitConsent: AgreedConsent | undefined },
  window: PlanWindow,
  kind: ChargeKind,
): ValidationFailure | undefined {
  if (plannedFor === undefined) return undefined;
  const failure = validatePlannedDay(plannedFor, window);
  return failure ?? (kind === 'bank' ? validateDatedConsent(debitConsent?.textVersion) : undefined);
}

/** Returns why a payment cannot be dated so: days from today to the newest open due date can be chosen (PAY-3). */
export function validatePlannedDay(
  day: string,
  { today, lastDay }: PlanWindow,
): ValidationFailure | undefined {
  const refused = (reason: string) => ({ code: 'request.invalid', field: 'payment_date', reason }) as const;
  if (day < today) return refused('too-small');
  if (lastDay === null || day > lastDay) return refused('too-large');
  return undefined;
}

/** Returns why a bank debit cannot be dated ahead: only the current authorization names the day. */
export function validateDatedConsent(version: string | undefined): ValidationFailure | undefined {
  if (version === undefined || version === currentConsentVersion('bank-debit')) return undefined;
  return { code: 'request.invalid', field: 'consents', reason: 'invalid' };
}

/**
 * Returns what a planned payment charges on its day: what was promised, at most what is then open and not on its way. Other
 * planned payments are not taken off: each is charged in its turn.
 */
export function amountOnItsDay(
  plannedCents: number,
  { balanceCents, inFlightCents }: Pick<Balance, 'balanceCents' | 'inFlightCents'>,
): number {
  return Math.max(0, Math.min(plannedCents, balanceCents - inFlightCents));
}

/** Returns whether the day of a planned payment has come, or is too long ago to charge it. */
export function dueStateOf(
  { state, plannedFor }: Pick<Payment, 'state' | 'plannedFor'>,
  today: string,
): 'not-due' | 'due' | 'missed' {
  if (state !== 'PLANNED' || plannedFor === null || plannedFor > today) return 'not-due';
  return addDays(plannedFor, catchUpDays) < today ? 'missed' : 'due';
}

/** A planned payment whose processor was away is tried again after this long, while its day lasts. */
export const retryAfterMs = 15 * 60_000;

/**
 * Why a planned payment is cancelled: by its customer, because nothing is open, because its method cannot be used, because no
 * server charged it for so long after its day, or, for a charge of autopay that waits for its processor, because autopay is
 * off or has another method.
 */
export type PlanEnd =
  | 'customer'
  | 'nothing-open'
  | 'method-not-usable'
  | 'missed'
  | 'autopay-changed'
  | 'refunded';
