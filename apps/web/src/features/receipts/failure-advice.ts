import type { PaymentFailure } from '@myaccount/contract/payment-failures';

/** What helps after a failed payment; keys of `payments.advice`. */
export type FailureAdvice = 'otherMethod' | 'smallerAmount' | 'checkMethod' | 'callBank' | 'payAgain';

const adviceOfFailure: Readonly<Record<PaymentFailure, FailureAdvice>> = {
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
};

/** Returns what a customer can do about a failure. A newer server may name one that this page does not know. */
export function adviceOf(code: string | undefined): FailureAdvice {
  return adviceOfFailure[code as PaymentFailure] ?? 'otherMethod';
}
