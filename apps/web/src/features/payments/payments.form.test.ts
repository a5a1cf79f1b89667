import { expect, test } from 'vitest';
import {
  canBecomeAmount,
  centsFromTyped,
  emptyPaymentForm,
  paymentFormErrors,
  tidyTyped,
} from './payments.form.ts';

test.each([
  ['84.99', 8499],
  ['84.9', 8490],
  ['84', 8400],
  ['84.', 8400],
  ['.5', 50],
  ['$ 20.00', 2000],
  ['1,084.99', 108499],
  ['1084.99', 108499],
  ['0.29', 29],
  ['1.15', 115],
])('[PAY-1] %s is read as an amount', (typed, cents) => {
  expect(centsFromTyped(typed)).toBe(cents);
});

test.each([
  '',
  ' ',
  '.',
  '$',
  'abc',
  '-5',
  '84,50',
  '1,08',
  '1.234',
  '1e3',
  '1.2.3',
  '٣',
  '99999999999999999',
])('[PAY-1] “%s” is no amount', (typed) => {
  expect(centsFromTyped(typed)).toBeUndefined();
});

test.each([
  ['84.99', true],
  ['84.999', false],
  ['1,0', true],
  ['x', false],
  ['', true],
])('[PAY-1] the field lets “%s” be typed: %s', (typed, allowed) => {
  expect(canBecomeAmount(typed)).toBe(allowed);
});

test('[PAY-1] an amount is tidied when the field is left', () => {
  expect(tidyTyped('1084.5')).toBe('1,084.50');
  expect(tidyTyped('84,50')).toBe('84,50');
});

const limits = { amountDueCents: 8499, maximumCents: 1_000_000, needsAuthorization: false };
const filled = { ...emptyPaymentForm, selectedCard: 'm1' };
const other = { ...filled, paymentAmount: 'otherAmount' as const };

const cases = [
  ['the balance with a card', filled, limits, {}],
  ['no method', emptyPaymentForm, limits, { selectedCard: 'methodMissing' }],
  ['nothing owed', filled, { ...limits, amountDueCents: 0 }, { formSubmitError: 'nothingDue' }],
  ['a credit', filled, { ...limits, amountDueCents: -1200 }, { formSubmitError: 'nothingDue' }],
  ['no other amount', other, limits, { customAmount: 'amountInvalid' }],
  ['another amount of 0', { ...other, customAmount: '0.00' }, limits, { customAmount: 'amountInvalid' }],
  ['more than is owed', { ...other, customAmount: '100' }, limits, {}],
  ['the most there may be', { ...other, customAmount: '10000' }, limits, {}],
  ['a cent too much', { ...other, customAmount: '10000.01' }, limits, { customAmount: 'amountTooLarge' }],
  [
    'a bank account without authorization',
    filled,
    { ...limits, needsAuthorization: true },
    { isDebitAuthorized: 'authorizationMissing' },
  ],
  [
    'a bank account with authorization',
    { ...filled, isDebitAuthorized: true },
    { ...limits, needsAuthorization: true },
    {},
  ],
  [
    'everything missing',
    { ...other, selectedCard: '' },
    limits,
    { customAmount: 'amountInvalid', selectedCard: 'methodMissing' },
  ],
] as const;

test.each(cases)('[PAY-1] checks %s', (_what, values, given, errors) => {
  expect(paymentFormErrors(values, given)).toEqual(errors);
});
