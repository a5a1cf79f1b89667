import { type PaymentState, unconfirmedForLongMs } from '@myaccount/contract/payment-states';
import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A charge without a result this long after the processor's time-out was interrupted: its server has stopped. */
export const crashMarginMs = 15 * second;
/** This long after a charge could last have been sent, a charge the processor doesn't know was never made. */
export const notFoundMarginMs = 90 * second;
/** Shortest time between two inquiries that a customer's next payment triggers. */
export const minimumInquiryIntervalMs = 5 * second;
/** An unknown payment goes to manual review after this long; inquiries continue. */
const manualReviewAfterMs = day;
/** A pending bank debit goes to manual review after this long without a usable response. */
const debitManualReviewAfterMs = 14 * day;
/** Delay of the last inquiry about a charge that was declined, refused, or not found, in case it was made after all. */
export const lateInquiryMs = hour;
/** Limit of repeats of the last inquiry while the processor doesn't answer it. */
const lateInquiryAttempts = 24;
/** Time between inquiries about a bank debit that has not settled. */
const settlementInquiryMs = 6 * hour;
/** A bank can return an unauthorized debit for 60 days. */
export const lateReturnDays = 63;

/** Time before the first inquiry about an unknown charge, between the next ones, and later. */
const firstInquiryMs = 5 * second;
const earlyIntervalMs = 15 * second;
const usualIntervalMs = minute;
/** The early interval lasts until well after "not found" is final, so that a killed inquiry delays little. */
const earlyForMs = 5 * minute;

/** When the server that made an unknown charge inquires by itself: shortly after each early inquiry is due. */
export const earlyInquiryMs: readonly number[] = [5.5 * second, 26 * second, 107 * second];

/** When the server whose result was not recorded inquires: at once, then as about every unknown charge. */
export const unrecordedInquiryMs: readonly number[] = [0.5 * second, ...earlyInquiryMs];

/**
 * Returns the time to the next inquiry about an unknown charge, in milliseconds, after so many attempts. It does not
 * grow: after an outage of any length the charge is settled as soon as the processor answers. An inquiry is due as soon
 * as "not found" is final.
 */
export function nextUnknownInquiryMs(attempts: number, ageMs: number, timeoutMs: number): number {
  const untilFinalMs = timeoutMs + notFoundMarginMs - ageMs;
  const usualMs = usualInquiryMs(attempts, ageMs);
  return untilFinalMs > 0 ? Math.min(usualMs, untilFinalMs) : usualMs;
}

function usualInquiryMs(attempts: number, ageMs: number): number {
  if (attempts === 0) return firstInquiryMs;
  return ageMs < earlyForMs ? earlyIntervalMs : usualIntervalMs;
}

/** Returns the longest time until an inquiry about a charge without a result, in milliseconds. */
export function longestUnknownWaitMs(timeoutMs: number): number {
  return Math.max(timeoutMs + crashMarginMs, usualIntervalMs);
}

/** Returns whether an inquiry is due. A charge without a result never waits longer than a right clock schedules. */
export function isInquiryDue(state: PaymentState, waitMs: number, timeoutMs: number): boolean {
  return waitMs <= 0 || (hasNoResult({ state }) && waitMs > longestUnknownWaitMs(timeoutMs));
}

/** Returns whether the processor may have charged a payment without our knowing the result. */
export function hasNoResult({ state }: { readonly state: PaymentState }): boolean {
  return state === 'SUBMITTING' || state === 'UNKNOWN';
}

/** Returns whether a payment has been without a result long enough to tell its customer whom to call. */
export function isUnconfirmedForLong(payment: { readonly state: PaymentState }, ageMs: number): boolean {
  return hasNoResult(payment) && ageMs >= unconfirmedForLongMs;
}

/** Returns the time to the next inquiry about a bank debit, in milliseconds; undefined when none follows. */
export function nextBankInquiryMs(state: PaymentState, ageMs: number): number | undefined {
  if (state === 'PENDING') return settlementInquiryMs;
  if (state !== 'COMPLETED' || ageMs > lateReturnDays * day) return undefined;
  return ageMs < 10 * day ? day : 7 * day;
}

/** Returns the time to repeat the last inquiry about a failed charge; undefined when it is given up. */
export function nextLateInquiryMs(attempts: number): number | undefined {
  return attempts < lateInquiryAttempts ? lateInquiryMs : undefined;
}

/** Returns whether an inquiry was the last one about a failed charge: the processor answered it. */
export function isLastInquiry(state: PaymentState, result: InquiryResult): boolean {
  return state === 'PROCESSING_ERROR' && result.outcome !== 'unknown';
}

/** A payment whose processor has answered an inquiry. */
export interface InquiryContext {
  readonly state: PaymentState;
  /** Time since the charge was sent. */
  readonly ageMs: number;
  readonly timeoutMs: number;
  /** How long the processor can find the charge; null means forever. */
  readonly inquiryWindowMs: number | null;
}

/** What an inquiry result means for the payment. */
export type InquiryDecision =
  /** Record the inquiry result as the payment's result. */
  | { readonly kind: 'record-result' }
  /** The charge was not made and no longer can be. */
  | { readonly kind: 'never-charged' }
  | { readonly kind: 'inquire-again' }
  /** Inquiries cannot settle the payment. An operator must. */
  | { readonly kind: 'manual-review'; readonly reason: string };

/** Decides what an inquiry result means. In doubt the payment is inquired about again, never charged again. */
export function decideInquiry(payment: InquiryContext, result: InquiryResult): InquiryDecision {
  if (result.outcome === 'not-found') return decideNotFound(payment);
  if (result.outcome === 'unknown') return waitOrReview(payment, 'the processor does not know the outcome');
  if (result.outcome === 'earlier') return { kind: hasNoResult(payment) ? 'record-result' : 'inquire-again' };
  if (payment.state === 'COMPLETED') {
    return result.outcome === 'returned' ? { kind: 'record-result' } : { kind: 'inquire-again' };
  }
  const isUnchanged = payment.state === 'PENDING' && result.outcome === 'pending';
  return isUnchanged ? { kind: 'inquire-again' } : { kind: 'record-result' };
}

function decideNotFound(payment: InquiryContext): InquiryDecision {
  const { state, ageMs, timeoutMs, inquiryWindowMs } = payment;
  if (state === 'PROCESSING_ERROR') return { kind: 'inquire-again' };
  const isBeyondWindow = inquiryWindowMs !== null && ageMs >= inquiryWindowMs;
  if (isBeyondWindow) return waitOrReview(payment, 'the processor no longer keeps a charge this old');
  if (state === 'PENDING')
    return { kind: 'manual-review', reason: 'the processor accepted the charge but no longer finds it' };
  if (state === 'COMPLETED') return { kind: 'inquire-again' };
  return ageMs >= timeoutMs + notFoundMarginMs ? { kind: 'never-charged' } : { kind: 'inquire-again' };
}

function waitOrReview({ state, ageMs }: InquiryContext, reason: string): InquiryDecision {
  if (state === 'COMPLETED' || state === 'PROCESSING_ERROR') return { kind: 'inquire-again' };
  const canWait = ageMs < (state === 'PENDING' ? debitManualReviewAfterMs : manualReviewAfterMs);
  return canWait ? { kind: 'inquire-again' } : { kind: 'manual-review', reason };
}
