import type { PaymentState } from '@myaccount/contract/payment-states';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';

/** How a processor's charge differs from what is stored here. */
export type Discrepancy =
  /** No payment has its order number, or one that met it and waits. */
  | 'unknown-here'
  /** The payment has no result yet. */
  | 'no-result-here'
  /** The payment failed or was never submitted. */
  | 'not-charged-here'
  /** A refund that was refused or never got to the processor, as far as is known here. */
  | 'not-refunded-here'
  /** The payment or refund is booked with another amount. */
  | 'other-amount'
  /** The payment is booked with another charge of the same order number. */
  | 'other-charge';

/** The stored payment of a charge. */
export interface StoredPayment {
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly transaction: string | null;
  /** It was not charged, because it met the processor's charge of its order number, which is unknown here. */
  readonly isHeld: boolean;
}

/** Our references have this form; charges with another order number were not made here. */
const ourReference = /^[1-9]\d{15}$/;

/** Returns whether a charge's order number has the form of ours. */
export function isOurs({ reference }: RecordedCharge): boolean {
  return ourReference.test(reference);
}

/** Returns how a charge differs from its payment; undefined if both agree. */
export function discrepancyOf(
  charge: RecordedCharge,
  payment: StoredPayment | undefined,
): Discrepancy | undefined {
  if (!payment || payment.isHeld) return 'unknown-here';
  const { state, transaction } = payment;
  if (state === 'SUBMITTING' || state === 'UNKNOWN') return 'no-result-here';
  if (state === 'PROCESSING_ERROR' || state === 'PLANNED' || state === 'CANCELLED') return 'not-charged-here';
  const isOther = charge.transaction !== null && transaction !== null && charge.transaction !== transaction;
  if (isOther) return 'other-charge';
  return charge.amountCents === payment.amountCents ? undefined : 'other-amount';
}

/** Returns the manual review reason; undefined where lookups may still settle the payment or none exists. */
export function reviewReasonOf(discrepancy: Discrepancy, charge: RecordedCharge): string | undefined {
  const found = `the processor's records have charge ${charge.transaction ?? 'without a number'}`;
  if (discrepancy === 'not-charged-here') return `${found}, although the payment failed here`;
  if (discrepancy === 'other-amount') return `${found} with another amount`;
  return discrepancy === 'other-charge' ? `${found} besides the booked one` : undefined;
}
