import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import type { PaymentState } from '../../platform/database/tables.payments.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A charge still without a result so long after the processor’s time-out was interrupted: its server is gone. */
export const crashMarginMs = 15 * second;
/** That the processor does not know a charge is final so long after it could last have been sent. */
export const notFoundMarginMs = 90 * second;
/** A customer who wants to pay has an unknown payment asked about again, but not more often than this. */
export const askAgainMs = 5 * second;
/** After so long without a result a person is told; asking goes on. */
const tellPersonAfterMs = day;
/** A bank debit that cannot be found out about takes longer to be worth a person’s time. */
const tellPersonOfDebitAfterMs = 14 * day;
/** A payment that was not found is looked for once more, in case it was only late. */
export const lateLookMs = hour;
/** A bank debit is asked about so often until it is settled. */
const settlementAskMs = 6 * hour;
/** A bank can return a debit as not authorized for 60 days. */
const lateReturnDays = 63;

/**
 * Waiting time before each further asking about an unknown charge: quickly first, then when “not found” is final with
 * the usual time-out, then patiently.
 */
const unknownAskMs = [5 * second, 20 * second, 80 * second, ...Array<number>(5).fill(minute)];

/** When the server that learnt of an unknown charge asks by itself: a moment after each early asking is due. */
export const quickAskMs: readonly number[] = [5.5 * second, 26 * second, 107 * second];

/** When to ask again about a charge whose result is unknown, after so many askings in vain. */
export function askUnknownAgainMs(tries: number, ageMs: number): number {
  const early = unknownAskMs[tries];
  if (early !== undefined) return early;
  if (ageMs < day) return 5 * minute;
  return ageMs < 3 * day ? hour : day;
}

/** When a bank debit is asked about next, in milliseconds from now; undefined: not any more. */
export function askBankAgainMs(state: PaymentState, ageMs: number): number | undefined {
  if (state === 'PENDING') return settlementAskMs;
  if (state !== 'COMPLETED' || ageMs > lateReturnDays * day) return undefined;
  return ageMs < 10 * day ? day : 7 * day;
}

/** A payment whose processor was asked. */
export interface AskedPayment {
  readonly state: PaymentState;
  /** Since the charge was sent. */
  readonly ageMs: number;
  readonly timeoutMs: number;
  /** How long the processor can find it; null: for good. */
  readonly remembersMs: number | null;
}

/** What an answer means for the payment. */
export type Verdict =
  /** The answer is the result. */
  | { readonly kind: 'result' }
  /** Never charged, and too late to be. */
  | { readonly kind: 'never-charged' }
  | { readonly kind: 'ask-again' }
  /** Asking cannot settle it: a person must, with the reason. */
  | { readonly kind: 'person'; readonly why: string };

/** Judges the processor’s answer about a payment; on any doubt it is asked again, never charged again. */
export function judgeAnswer(payment: AskedPayment, result: InquiryResult): Verdict {
  if (result.outcome === 'not-found') return judgeNotFound(payment);
  if (result.outcome === 'unknown') return patience(payment, 'the processor cannot tell what became of it');
  if (payment.state === 'COMPLETED') {
    return result.outcome === 'returned' ? { kind: 'result' } : { kind: 'ask-again' };
  }
  const isNoNews = payment.state === 'PENDING' && result.outcome === 'pending';
  return isNoNews ? { kind: 'ask-again' } : { kind: 'result' };
}

function judgeNotFound(payment: AskedPayment): Verdict {
  const { state, ageMs, timeoutMs, remembersMs } = payment;
  if (state === 'PROCESSING_ERROR') return { kind: 'ask-again' };
  const isForgotten = remembersMs !== null && ageMs >= remembersMs;
  if (isForgotten) return patience(payment, 'the processor does not remember so far back');
  if (state === 'PENDING')
    return { kind: 'person', why: 'the processor took it on and does not know it any more' };
  if (state === 'COMPLETED') return { kind: 'ask-again' };
  return ageMs >= timeoutMs + notFoundMarginMs ? { kind: 'never-charged' } : { kind: 'ask-again' };
}

function patience({ state, ageMs }: AskedPayment, why: string): Verdict {
  if (state === 'COMPLETED' || state === 'PROCESSING_ERROR') return { kind: 'ask-again' };
  const isPatient = ageMs < (state === 'PENDING' ? tellPersonOfDebitAfterMs : tellPersonAfterMs);
  return isPatient ? { kind: 'ask-again' } : { kind: 'person', why };
}
