import {
  type PaymentState,
  paymentTransitions,
  type ShownPaymentState,
  shownPaymentStates,
} from '@myaccount/contract/payment-states';

/** Payments in these states belong to the portal alone: it will move them itself. */
const untouchedStates: readonly PaymentState[] = ['PLANNED', 'SUBMITTING'];
/** Money that was credited and went back: an import posts the credit before the reversal. */
const reversalStates: readonly PaymentState[] = ['RETURNED', 'REFUNDED'];

/**
 * Returns the transitions that bring a payment to the file’s state, the fewest that are allowed; null if there are
 * none.
 */
export function movesTo(from: PaymentState, to: ShownPaymentState): readonly ShownPaymentState[] | null {
  if (from === to) return [];
  if (untouchedStates.includes(from)) return null;
  const paths = nextStates(from).map((state) => [state]);
  // The list grows while it is read, so that shorter paths come first.
  for (const path of paths) {
    const last = path.at(-1);
    if (last === to) return path;
    const onward = last ? nextStates(last).filter((next) => !path.includes(next)) : [];
    paths.push(...onward.map((next) => [...path, next]));
  }
  return null;
}

function nextStates(from: PaymentState): ShownPaymentState[] {
  return shownPaymentStates.filter(
    (to) => paymentTransitions[from].includes(to) && (from === 'COMPLETED' || !reversalStates.includes(to)),
  );
}
