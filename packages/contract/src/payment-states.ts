export const paymentStates = [
  'PLANNED',
  'SUBMITTING',
  'UNKNOWN',
  'PENDING',
  'COMPLETED',
  'PROCESSING_ERROR',
  'CANCELLED',
  'RETURNED',
  'REFUNDED',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The only transitions of a payment. The table `payment_transition` enforces the same ones; a test compares. */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  PLANNED: ['SUBMITTING', 'CANCELLED'],
  SUBMITTING: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR', 'UNKNOWN', 'PLANNED'],
  UNKNOWN: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR', 'PLANNED'],
  PENDING: ['COMPLETED', 'RETURNED', 'PROCESSING_ERROR'],
  COMPLETED: ['RETURNED', 'REFUNDED'],
  PROCESSING_ERROR: [],
  CANCELLED: [],
  RETURNED: [],
  REFUNDED: [],
};

/** Whether a payment may go from one state to the other in one transition. */
export function canTransition(from: PaymentState, to: PaymentState): boolean {
  return paymentTransitions[from].includes(to);
}

/** A payment without a result for longer than this has met an outage: page and mail name the phone number. */
export const unconfirmedForLongMs = 48 * 3_600_000;

/** States of a payment as callers and import files name them. Callers read PLANNED, SUBMITTING, and UNKNOWN as PENDING. */
export const shownPaymentStates = [
  'COMPLETED',
  'PROCESSING_ERROR',
  'PENDING',
  'RETURNED',
  'REFUNDED',
] as const satisfies readonly PaymentState[];
export type ShownPaymentState = (typeof shownPaymentStates)[number];
