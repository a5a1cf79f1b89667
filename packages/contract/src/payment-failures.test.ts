import { expect, test } from 'vitest';
import { adviceOf, type PaymentFailure } from './payment-failures.ts';

test.each<[PaymentFailure, ReturnType<typeof adviceOf>]>([
  ['insufficient-funds', 'smallerAmount'],
  ['limit-exceeded', 'smallerAmount'],
  ['expired-card', 'otherMethod'],
  ['not-permitted', 'otherMethod'],
  ['invalid-account', 'checkMethod'],
  ['call-bank', 'callBank'],
  ['declined', 'callBank'],
  ['unauthorized', 'callBank'],
  ['returned', 'callBank'],
  ['never-charged', 'payAgain'],
  ['unavailable', 'payAgain'],
])('[PAY-13] after %s page, receipt, and mail advise %s', (code, advice) => {
  expect(adviceOf(code)).toBe(advice);
});

test.each([undefined, null, 'of-a-newer-server'])('[PAY-13] after %s they advise another method', (code) => {
  expect(adviceOf(code)).toBe('otherMethod');
});
