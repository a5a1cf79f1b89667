import { formatCents } from '@myaccount/contract/money';
import type { ChargeResult, InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import type { PaymentState } from '../../platform/database/tables.payments.ts';

/** What is said of a payment, by its processor or by us: `never-charged` where it was looked for in vain. */
export type PaymentResult =
  | Exclude<ChargeResult | InquiryResult, { readonly outcome: 'not-found' }>
  | { readonly outcome: 'never-charged' };

/** Codes of failures that are no decline. */
export const unavailableCode = 'unavailable';
export const neverChargedCode = 'never-charged';

const stateOfOutcome: Readonly<Record<PaymentResult['outcome'], PaymentState>> = {
  approved: 'COMPLETED',
  pending: 'PENDING',
  declined: 'PROCESSING_ERROR',
  unavailable: 'PROCESSING_ERROR',
  'never-charged': 'PROCESSING_ERROR',
  unknown: 'UNKNOWN',
  returned: 'RETURNED',
};

/** The state that a result leads to. */
export function stateAfter(result: PaymentResult): PaymentState {
  return stateOfOutcome[result.outcome];
}

/** Whether a result says that money moved, or is about to. */
export function isTaken(result: PaymentResult): boolean {
  return result.outcome === 'approved' || result.outcome === 'pending' || result.outcome === 'returned';
}

/** Why a payment failed or came back: a code of ours and the processor’s words. */
export function failureOf(result: PaymentResult): { code: string | null; text: string | null } {
  if (result.outcome === 'declined' || result.outcome === 'returned')
    return { code: result.reason, text: result.text };
  if (result.outcome === 'unavailable') return { code: unavailableCode, text: result.text };
  if (result.outcome === 'never-charged') return { code: neverChargedCode, text: null };
  return { code: null, text: null };
}

/** The amount that a processor booked, where it is not the one that was asked for; null otherwise. */
export function otherAmountCents(result: PaymentResult, askedCents: number): number | null {
  return 'amountCents' in result && result.amountCents !== askedCents ? result.amountCents : null;
}

/** What a person reads of a payment whose processor booked another amount. */
export function otherAmountNote(askedCents: number, bookedCents: number): string {
  return `asked for ${formatCents(askedCents)}, the processor booked ${formatCents(bookedCents)}`;
}

/** The mail that a new state calls for; undefined where nobody needs one. */
export function mailAfter(result: PaymentResult): PaymentMailName | undefined {
  const mails: Partial<Record<PaymentResult['outcome'], PaymentMailName>> = {
    approved: 'payment-made',
    pending: 'payment-pending',
    declined: 'payment-failed',
    'never-charged': 'payment-failed',
    returned: 'payment-returned',
  };
  return mails[result.outcome];
}

export type PaymentMailName = 'payment-made' | 'payment-pending' | 'payment-failed' | 'payment-returned';

/** The audit trail’s word for a state that a payment came to. */
export function auditActionOf(state: PaymentState): string {
  const actions: Partial<Record<PaymentState, string>> = {
    COMPLETED: 'payments.made',
    PENDING: 'payments.pending',
    PROCESSING_ERROR: 'payments.failed',
    UNKNOWN: 'payments.unknown',
    RETURNED: 'payments.returned',
  };
  return actions[state] ?? `payments.${state.toLowerCase()}`;
}
