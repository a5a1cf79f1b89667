import type { ShownPaymentState } from '@myaccount/contract/payments';
import type { PaymentState } from '../../platform/database/tables.payments.ts';

/** The only moves a payment can make; table payment_move of the database holds the same list. */
export const paymentMoves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  PLANNED: ['SUBMITTING', 'CANCELLED'],
  SUBMITTING: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR', 'UNKNOWN'],
  UNKNOWN: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR'],
  PENDING: ['COMPLETED', 'RETURNED', 'PROCESSING_ERROR'],
  COMPLETED: ['RETURNED', 'REFUNDED'],
  PROCESSING_ERROR: [],
  CANCELLED: [],
  RETURNED: [],
  REFUNDED: [],
};

/** Whether a payment may go from one state to the other. */
export function canMove(from: PaymentState, to: PaymentState): boolean {
  return paymentMoves[from].includes(to);
}

const shown: Readonly<Record<PaymentState, ShownPaymentState | undefined>> = {
  PLANNED: undefined,
  CANCELLED: undefined,
  SUBMITTING: 'PENDING',
  UNKNOWN: 'PENDING',
  PENDING: 'PENDING',
  COMPLETED: 'COMPLETED',
  PROCESSING_ERROR: 'PROCESSING_ERROR',
  RETURNED: 'RETURNED',
  REFUNDED: 'REFUNDED',
};

/** States of payments that are no part of the history: not made yet, or never made. */
export const hiddenStates = ['PLANNED', 'CANCELLED'] as const satisfies readonly PaymentState[];

/** A state as callers see it; throws for one that is no part of the history. */
export function shownState(state: PaymentState): ShownPaymentState {
  const found = shown[state];
  if (!found) throw new Error(`A payment that is ${state} is not shown`);
  return found;
}
