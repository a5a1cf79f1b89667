/** What helps after a failed payment; keys of `payments.advice`. */
export type FailureAdvice = 'otherMethod' | 'smallerAmount' | 'checkMethod' | 'callBank' | 'payAgain';

const adviceOfCode: Readonly<Record<string, FailureAdvice>> = {
  'insufficient-funds': 'smallerAmount',
  'limit-exceeded': 'smallerAmount',
  'expired-card': 'otherMethod',
  'invalid-account': 'checkMethod',
  'not-permitted': 'otherMethod',
  'call-bank': 'callBank',
  declined: 'callBank',
  unauthorized: 'callBank',
};

/** Returns what a customer can do about a failure; a code that nobody knows asks for another method. */
export function adviceOf(code: string | undefined): FailureAdvice {
  return adviceOfCode[code ?? ''] ?? 'otherMethod';
}
