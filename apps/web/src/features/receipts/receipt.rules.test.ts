import { adviceOf, paymentFailures } from '@myaccount/contract/payment-failures';
import { shownPaymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { joinLocale } from '../../../build/joined-locales.ts';
import { card } from '../../testing/page-data.ts';
import { isOwedAgain, isTakenOff, receiptStateOf } from './receipt.rules.ts';

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

test.each(['en', 'es'] as const)('[PAY-9] [PAY-13] every failure has words and advice, in %s', (language) => {
  const texts = joinLocale(language);
  const { failure } = texts.payments as Record<string, Record<string, string>>;
  const advice = texts['payments-advice'] as Record<string, string>;
  expect(Object.keys(failure ?? {}).toSorted()).toEqual(paymentFailures.toSorted());
  // PAY-13: of the same payment it never says to try later.
  expect(Object.values(advice).join(' ')).not.toMatch(/later|más tarde/i);
  expect(Object.keys(advice).toSorted()).toEqual([...new Set(paymentFailures.map(adviceOf))].toSorted());
});
