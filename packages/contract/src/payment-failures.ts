/** Why a bank or card network declined a charge, in the same terms for every processor. */
export const declineReasons = [
  'insufficient-funds',
  'expired-card',
  'invalid-account',
  'limit-exceeded',
  'not-permitted',
  'call-bank',
  'declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Why a bank returned a debit. */
export const returnReasons = ['insufficient-funds', 'invalid-account', 'unauthorized', 'returned'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/**
 * Why a payment failed or came back: a decline, a return, `never-charged` (no processor has the charge), or
 * `unavailable` (the processor could not be reached). A 402 problem names the same code in `errors`.
 */
export const paymentFailures = [
  ...declineReasons,
  'unauthorized',
  'returned',
  'never-charged',
  'unavailable',
] as const satisfies readonly (DeclineReason | ReturnReason | 'never-charged' | 'unavailable')[];
export type PaymentFailure = (typeof paymentFailures)[number];

/** What helps after a failed payment; keys of the texts `payments-advice`. */
const adviceOfFailure = {
  'insufficient-funds': 'smallerAmount',
  'limit-exceeded': 'smallerAmount',
  'expired-card': 'otherMethod',
  'not-permitted': 'otherMethod',
  'invalid-account': 'checkMethod',
  'call-bank': 'callBank',
  declined: 'callBank',
  unauthorized: 'callBank',
  returned: 'callBank',
  'never-charged': 'payAgain',
  unavailable: 'payAgain',
} as const satisfies Record<PaymentFailure, string>;

/** Returns what a customer can do about a failure. A newer server may name one that is not known here. */
export function adviceOf(code: string | null | undefined) {
  return adviceOfFailure[code as PaymentFailure] ?? 'otherMethod';
}

/**
 * Returns why a payment failed or came back. Of an imported one only the state is known, and a code of a newer release
 * is unknown here.
 */
export function paymentFailureOf(payment: {
  readonly state: string;
  readonly failureCode: string | null;
}): PaymentFailure {
  const known = paymentFailures.find((code) => code === payment.failureCode);
  return known ?? (payment.state === 'RETURNED' ? 'returned' : 'declined');
}
