import type { PaymentState } from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { discrepancyOf, isOurs, reviewReasonOf } from './processor-records.rules.ts';

const charge = {
  reference: '4000000000000001',
  transaction: 'T1',
  amountCents: 8_499,
  at: new Date('2026-11-24T17:00:00Z'),
  lastFour: '4242',
};

test.each<[PaymentState, object, string | undefined]>([
  ['COMPLETED', {}, undefined],
  ['PENDING', {}, undefined],
  ['RETURNED', {}, undefined],
  ['REFUNDED', {}, undefined],
  ['COMPLETED', { transaction: null }, undefined],
  ['COMPLETED', { amountCents: 8_498 }, 'other-amount'],
  ['COMPLETED', { transaction: 'T2' }, 'other-charge'],
  ['SUBMITTING', {}, 'no-result-here'],
  ['UNKNOWN', { transaction: null }, 'no-result-here'],
  ['UNKNOWN', { isHeld: true }, 'unknown-here'],
  ['PROCESSING_ERROR', {}, 'not-charged-here'],
  ['PLANNED', {}, 'not-charged-here'],
  ['CANCELLED', {}, 'not-charged-here'],
])('[CHARGE-3] a charge of a payment that is %s with %j: %s', (state, change, discrepancy) => {
  expect(
    discrepancyOf(charge, { state, amountCents: 8_499, transaction: 'T1', isHeld: false, ...change }),
  ).toBe(discrepancy);
});

test('[CHARGE-3] a charge without a payment is unknown here', () => {
  expect(discrepancyOf(charge, undefined)).toBe('unknown-here');
});

test('[CHARGE-3] only what no lookup can settle goes to manual review', () => {
  expect(reviewReasonOf('unknown-here', charge)).toBeUndefined();
  expect(reviewReasonOf('no-result-here', charge)).toBeUndefined();
  expect(reviewReasonOf('not-charged-here', charge)).toContain('charge T1, although the payment failed here');
  expect(reviewReasonOf('other-amount', charge)).toContain('with another amount');
  expect(reviewReasonOf('other-charge', charge)).toContain('besides the booked one');
});

test.each([
  ['4000000000000001', true],
  ['0000000000000001', false],
  ['400000000000001', false],
  ['40000000000000011', false],
  ['POS-17', false],
  ['', false],
])('[CHARGE-3] the order number “%s” is ours: %s', (reference, isOur) => {
  expect(isOurs({ ...charge, reference })).toBe(isOur);
});
