import { type PaymentFailure, paymentFailures } from '@myaccount/contract/payment-failures';
import { expect, test } from 'vitest';
import { joinLocale } from '../../../build/joined-locales.ts';
import { adviceOf, type FailureAdvice } from './failure-advice.ts';

test.each<[PaymentFailure, FailureAdvice]>([
  ['insufficient-funds', 'smallerAmount'],
  ['limit-exceeded', 'smallerAmount'],
  ['expired-card', 'otherMethod'],
  ['not-permitted', 'otherMethod'],
  ['invalid-account', 'checkMethod'],
  ['call-bank', 'callBank'],
  ['declined', 'callBank'],
  ['never-charged', 'payAgain'],
])('[PAY-5] after %s the page advises %s', (code, advice) => {
  expect(adviceOf(code)).toBe(advice);
});

test.each([undefined, 'of-a-newer-server'])('[PAY-5] after %s the page advises another method', (code) => {
  expect(adviceOf(code)).toBe('otherMethod');
});

test.each(['en', 'es'] as const)('[PAY-9] every failure has words and advice, in %s', (language) => {
  const { failure, advice } = joinLocale(language).payments as Record<string, Record<string, string>>;
  expect(Object.keys(failure ?? {}).toSorted()).toEqual(paymentFailures.toSorted());
  expect(paymentFailures.filter((code) => !advice?.[adviceOf(code)])).toEqual([]);
});
