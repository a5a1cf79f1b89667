import { shownPaymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
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
