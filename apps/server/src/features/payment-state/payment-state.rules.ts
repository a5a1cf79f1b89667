import { canTransition, type PaymentState, type ShownPaymentState } from '@myaccount/contract/payment-states';

const shown: Readonly<Record<PaymentState, ShownPaymentState | undefined>> = {
  PLANNED: 'PENDING',
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

/** States of a payment that was accepted: planned, on its way, or made. */
export const acceptedStates: readonly PaymentState[] = ['PLANNED', 'PENDING', 'COMPLETED'];

/** Returns whether autopay made a payment here: no login pressed a button, and no import brought it. */
export function isAutomatic(payment: {
  readonly isRecurring: boolean;
  readonly loginId: string | null;
  readonly externalId: string | null;
}): boolean {
  return payment.isRecurring && payment.loginId === null && payment.externalId === null;
}

/** Returns what was asked where a processor approved only a part of it; undefined for every other payment. */
export function partlyApprovedOf({
  amountCents,
  requestedCents,
  state,
}: {
  readonly amountCents: number;
  readonly requestedCents: number | null;
  readonly state: PaymentState;
}): number | undefined {
  const isCharged = state === 'COMPLETED' || state === 'PENDING';
  return isCharged && requestedCents !== null && requestedCents > amountCents ? requestedCents : undefined;
}

/** Payments in these states belong to the portal alone: it will move them itself. */
const untouchedStates: readonly PaymentState[] = ['PLANNED', 'SUBMITTING'];

/** Returns the transitions that bring a payment to the state in an import file; null if they are not allowed. */
export function movesTo(from: PaymentState, to: ShownPaymentState): readonly ShownPaymentState[] | null {
  if (from === to) return [];
  if (untouchedStates.includes(from)) return null;
  // Money that was credited and went back: the credit is posted before the reversal.
  const isReversal = to === 'RETURNED' || to === 'REFUNDED';
  const path: ShownPaymentState[] = isReversal && from !== 'COMPLETED' ? ['COMPLETED', to] : [to];
  const isAllowed = path.every((state, index) => canTransition(path[index - 1] ?? from, state));
  return isAllowed ? path : null;
}
