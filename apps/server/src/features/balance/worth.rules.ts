import { sumCents } from '@myaccount/contract/money';
import type { PaymentState } from '@myaccount/contract/payment-states';

/** A payment, as far as it says what it credits. */
export interface WorthFacts {
  readonly state: PaymentState;
  readonly amountCents: number;
  /** What was given back of it. */
  readonly refundedCents: number;
}

/** Returns what a payment credits: nothing unless it is completed, and what was not given back of it. */
export function worthOf({ state, amountCents, refundedCents }: WorthFacts): number {
  return state === 'COMPLETED' ? amountCents - refundedCents : 0;
}

/** Returns what payments credit together. */
export function sumWorth(payments: readonly WorthFacts[]): number {
  return sumCents(payments.map((payment) => ({ amountCents: worthOf(payment) })));
}
