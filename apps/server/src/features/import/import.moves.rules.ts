import {
  type PaymentState,
  paymentTransitions,
  type ShownPaymentState,
} from '@myaccount/contract/payment-states';

/** Payments in these states belong to the portal alone: it will move them itself. */
const untouchedStates: readonly PaymentState[] = ['PLANNED', 'SUBMITTING'];

/** Returns the transitions that bring a payment to the file’s state; null if they are not allowed. */
export function movesTo(from: PaymentState, to: ShownPaymentState): readonly ShownPaymentState[] | null {
  if (from === to) return [];
  if (untouchedStates.includes(from)) return null;
  // Money that was credited and went back: the credit is posted before the reversal.
  const isReversal = to === 'RETURNED' || to === 'REFUNDED';
  const path: ShownPaymentState[] = isReversal && from !== 'COMPLETED' ? ['COMPLETED', to] : [to];
  const isAllowed = path.every((state, index) => paymentTransitions[path[index - 1] ?? from].includes(state));
  return isAllowed ? path : null;
}
