import { shownPaymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { card } from '../../testing/page-data.ts';
import { isOwedAgain, isTakenOff, receiptAnswers, receiptStateOf } from './receipt.rules.ts';

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
  expect(receiptStateOf({ ...receipt, planned_for: null })).toBe(state);
  expect(receiptStateOf({ ...receipt, planned_for: '2099-12-01' })).toBe('planned');
});

test('[PAY-4] only money that did not stay is owed again', () => {
  const owed = shownPaymentStates.filter((status) => isOwedAgain({ status }));
  expect(owed).toEqual(['PROCESSING_ERROR', 'RETURNED']);
});

test('[PAY-4] only a payment that is booked, or will be, takes something off what is owed', () => {
  const takenOff = shownPaymentStates.filter((status) => isTakenOff({ status }));
  expect(takenOff.toSorted()).toEqual(['COMPLETED', 'PENDING']);
});

test('[PAY-8] only what is paid looks like a success, and only what failed like a failure', () => {
  expect(receiptAnswers).toEqual({
    planned: 'pending',
    paid: 'success',
    onItsWay: 'pending',
    confirming: 'working',
    declined: 'failure',
    returned: 'failure',
    refunded: 'undone',
  });
});
