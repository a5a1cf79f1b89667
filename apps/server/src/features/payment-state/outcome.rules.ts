import type { AuditAction } from '@myaccount/contract/audit-actions';
import { formatCents } from '@myaccount/contract/money';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type { ChargeResult, InquiryResult } from '../../gateways/card-processor/card-processor.ts';

/** A payment's result: the processor's, or `never-charged` when no processor has the charge. */
export type PaymentResult =
  | Exclude<ChargeResult | InquiryResult, { readonly outcome: 'not-found' }>
  | {
      readonly outcome: 'never-charged';
      /** Whether the processor's charge under its number is another one's. */
      readonly releasesNumber?: boolean;
    };

/** Failure codes that are not declines. */
export const unavailableCode = 'unavailable' satisfies PaymentFailure;
export const neverChargedCode = 'never-charged' satisfies PaymentFailure;

const stateOfOutcome: Readonly<Record<PaymentResult['outcome'], PaymentState>> = {
  approved: 'COMPLETED',
  pending: 'PENDING',
  declined: 'PROCESSING_ERROR',
  unavailable: 'PROCESSING_ERROR',
  'never-charged': 'PROCESSING_ERROR',
  unknown: 'UNKNOWN',
  earlier: 'UNKNOWN',
  returned: 'RETURNED',
};

/** Returns the state that a result leads to. */
export function stateAfter(result: PaymentResult): PaymentState {
  return stateOfOutcome[result.outcome];
}

/** Returns whether money moved or is about to move. */
export function movesMoney(result: PaymentResult): boolean {
  return result.outcome === 'approved' || result.outcome === 'pending' || result.outcome === 'returned';
}

/** Returns whether a charge that may have been sent ended without money: it is looked up once more, later. */
export function needsLateInquiry(result: PaymentResult): boolean {
  if (result.outcome === 'unavailable') return result.isSent;
  return result.outcome === 'declined' || (result.outcome === 'never-charged' && !result.releasesNumber);
}

/** Returns why a payment failed or was returned: our code and the processor's text. */
export function failureOf(result: PaymentResult): { code: PaymentFailure | null; text: string | null } {
  if (result.outcome === 'declined' || result.outcome === 'returned')
    return { code: result.reason, text: result.text };
  if (result.outcome === 'unavailable') return { code: unavailableCode, text: result.text };
  if (result.outcome === 'never-charged') return { code: neverChargedCode, text: null };
  return { code: null, text: null };
}

/** Returns the amount that the processor booked if it differs from the requested one, null otherwise. */
export function bookedInsteadCents(result: PaymentResult, requestedCents: number): number | null {
  return 'amountCents' in result && result.amountCents !== requestedCents ? result.amountCents : null;
}

/** Returns the manual review reason for a payment whose processor booked another amount. */
export function amountMismatchReason(requestedCents: number, bookedCents: number): string {
  return `requested ${formatCents(requestedCents)}, the processor booked ${formatCents(bookedCents)}`;
}

const onItsWay = 'while this charge was on its way';

/** Returns the manual review reason for a payment of which a voided bill, or a credit, leaves so much unneeded. */
export function unneededReason(number: string, creditCents: number, isCredit: boolean): string {
  const event = isCredit ? `credit ${number} came` : `bill ${number} was voided`;
  return `${event} ${onItsWay}: ${formatCents(creditCents)} of it becomes credit`;
}

/** Returns the manual review reason of a payment that was not charged, because it met a charge that is unknown here. */
export function earlierChargeReason(text: string): string {
  return `not charged: its processor has, under its number, ${text}`;
}

/** Returns whether a payment gives up its number: no call with it left, or the charge under it is another one's. */
export function releasesNumber(result: PaymentResult): boolean {
  if (result.outcome === 'never-charged') return result.releasesNumber ?? false;
  return result.outcome === 'unavailable' && !result.isSent;
}

/** Returns the manual review reason that outlasts the result of a payment: unless it failed, a voided bill's does. */
export function lastingReason(reason: string | null, to: PaymentState): string | null {
  return to !== 'PROCESSING_ERROR' && reason?.includes(onItsWay) ? reason : null;
}

/**
 * Returns the mail to send after a result; undefined for none. The page of a payer who waits says that the processor is
 * away, so only a planned payment has a mail about it.
 */
export function mailAfter(result: PaymentResult, isPlanned: boolean): PaymentMailName | undefined {
  if (result.outcome === 'unavailable' && isPlanned) return 'payment-failed';
  const mails: Partial<Record<PaymentResult['outcome'], PaymentMailName>> = {
    approved: 'payment-made',
    pending: 'payment-pending',
    declined: 'payment-failed',
    'never-charged': 'payment-failed',
    returned: 'payment-returned',
    earlier: 'payment-unconfirmed',
  };
  return mails[result.outcome];
}

export const paymentMailNames = [
  'payment-made',
  'payment-pending',
  'payment-failed',
  'payment-returned',
  'payment-planned',
  'payment-changed',
  'payment-upcoming',
  'payment-cancelled',
  'payment-not-needed',
  'payment-not-made',
  'payment-missed',
  'payment-unconfirmed',
  'payment-unneeded',
  'payment-refunded',
] as const;
export type PaymentMailName = (typeof paymentMailNames)[number];
/** Returns the outbox's event key of a mail about a payment. */
export function mailKey(name: PaymentMailName, paymentId: string): string {
  return `${name}:${paymentId}`;
}

const auditActionOfState: Readonly<Record<PaymentState, AuditAction>> = {
  PLANNED: 'payments.planned',
  SUBMITTING: 'payments.submitted',
  COMPLETED: 'payments.made',
  PENDING: 'payments.pending',
  PROCESSING_ERROR: 'payments.failed',
  UNKNOWN: 'payments.unknown',
  RETURNED: 'payments.returned',
  REFUNDED: 'payments.refunded',
  CANCELLED: 'payments.cancelled',
};

/** Returns the audit action for a payment's new state. */
export function auditActionOf(state: PaymentState): AuditAction {
  return auditActionOfState[state];
}
