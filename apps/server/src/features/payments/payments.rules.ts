import type { ShownPaymentState } from '@myaccount/contract/payments';
import type { PaymentState } from '../../platform/database/tables.payments.ts';

/** Allowed state transitions of a payment. The database's table payment_transition holds the same list. */
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

/** Returns whether a payment may change from one state to the other. */
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

/** States that the payment history leaves out: not made yet, or never made. */
export const hiddenStates = ['PLANNED', 'CANCELLED'] as const satisfies readonly PaymentState[];

/** Returns a state as callers see it. Throws for a state that the history leaves out. */
export function shownState(state: PaymentState): ShownPaymentState {
  const visible = shown[state];
  if (!visible) throw new Error(`A payment that is ${state} is not shown`);
  return visible;
}
