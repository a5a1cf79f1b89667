import { type PaymentFailure, paymentFailures } from '@myaccount/contract/payment-failures';
import { shownPaymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { joinLocale } from '../../../build/joined-locales.ts';
import { card } from '../../testing/page-data.ts';
import { adviceOf, isOwedAgain, isTakenOff, receiptStateOf } from './receipt.rules.ts';

test.each([
  ['COMPLETED', 'VISA', 'paid'],
  ['COMPLETED', 'ACH', 'paid'],
  ['PENDING', 'ACH', 'onItsWay'],
  ['PENDING', 'CHECK', 'onItsWay'],
  ['PENDING', 'VISA', 'confirming'],
  ['PROCESSING_ERROR', 'VISA', 'declined'],
  ['RETURNED', 'ACH', 'returned'],
  ['REFUNDED', 'VISA', 'refunded'],
] as const)('[PAY-4] a receipt that is %s with %s reads as %s', (status, card_type, state) => {
  const receipt = { status, payment_method: card({ card_type }) };
  expect(receiptStateOf(receipt)).toBe(state);
  expect(receiptStateOf({ ...receipt, planned_for: null })).toBe(state);
  expect(receiptStateOf({ ...receipt, planned_for: '2099-12-01' })).toBe('planned');
});

test('[PAY-4] what failed or came back is owed again; what is booked, or will be, is taken off', () => {
  const owed = shownPaymentStates.filter((status) => isOwedAgain({ status }));
  expect(owed).toEqual(['PROCESSING_ERROR', 'RETURNED']);
  const takenOff = shownPaymentStates.filter((status) => isTakenOff({ status }));
  expect(takenOff.toSorted()).toEqual(['COMPLETED', 'PENDING']);
});

test.each<[PaymentFailure, ReturnType<typeof adviceOf>]>([
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
