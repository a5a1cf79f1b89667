import type { CardType } from '@myaccount/contract/payment-methods';
import { type ShownPaymentState, shownPaymentStates } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { isOwedAgain, isTakenOff, receiptAnswers, receiptStateOf } from './receipt.rules.ts';

function receipt(status: ShownPaymentState, card_type: CardType) {
  return {
    status,
    payment_method: {
      payment_method_type: 'custom' as const,
      card_type,
      nickname: null,
      expiration_date: null,
      last_four: '1234',
      token: null,
      reference: null,
      account_holder_name: null,
      first_name: null,
      last_name: null,
      custom_field_values: [],
    },
  };
}

test.each([
  ['COMPLETED', 'VISA', 'paid'],
  ['COMPLETED', 'ACH', 'paid'],
  ['PENDING', 'ACH', 'onItsWay'],
  ['PENDING', 'CHECK', 'onItsWay'],
  ['PENDING', 'VISA', 'confirming'],
  ['PROCESSING_ERROR', 'VISA', 'declined'],
  ['RETURNED', 'ACH', 'returned'],
  ['REFUNDED', 'VISA', 'refunded'],
] as const)('[PAY-4] a receipt that is %s with %s reads as %s', (status, cardType, state) => {
  expect(receiptStateOf({ ...receipt(status, cardType), planned_for: null })).toBe(state);
  expect(receiptStateOf({ ...receipt(status, cardType), planned_for: '2099-12-01' })).toBe('planned');
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
