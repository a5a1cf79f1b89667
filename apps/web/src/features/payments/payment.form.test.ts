import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import {
  canBecomeAmount,
  centsFromTyped,
  emptyPaymentForm,
  initialPaymentForm,
  offeredDaysOf,
  paymentFormErrors,
  plannedDayOf,
  tidyTyped,
  withdrawnBy,
} from './payment.form.ts';

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
  ['1,084', 108400],
  ['84,50', 8450],
  ['84,5', 8450],
  ['84,', 8400],
  [',50', 50],
  ['1.084,50', 108450],
  ['1.084.000,5', 108400050],
  ['1 084,50', 108450],
  ['1\u202f084.50', 108450],
  [' $1,084.50 ', 108450],
  ['１,０８４.５０', 108450],
  ['84,50 $', 8450],
])('[PAY-1] %s is read as an amount', (typed, cents) => {
  expect(centsFromTyped(typed)).toBe(cents);
});

test('[PAY-1] other texts are no amount', () => {
  const odd = ['', ' ', '.', '$', 'abc', '-5', '1e3', '٣', '9'.repeat(17)];
  const texts = [...odd, ',', '1.084', '0,084', '1,084,5', '1.2.3', '1.084.50', '10 84', '1,084,50'];
  expect(texts.filter((text) => centsFromTyped(text) !== undefined)).toEqual([]);
});

test.each([
  ['84.99', true],
  ['84.999', true],
  ['1,0', true],
  ['x', false],
  ['', true],
])('[PAY-1] the field lets “%s” be typed: %s', (typed, allowed) => {
  expect(canBecomeAmount(typed)).toBe(allowed);
});

test('[PAY-1] opened to pay the only bill, the form begins with what is due', () => {
  expect(initialPaymentForm({ amountDue: 84.99, openItems: [openItem()] }, 'i-1')).toBe(emptyPaymentForm);
});

test('[PAY-1] an amount is tidied when the field is left', () => {
  expect(tidyTyped('1084.5')).toBe('1,084.50');
  expect(tidyTyped('1084,5')).toBe('1,084.50');
  expect(tidyTyped('1.084')).toBe('1.084');
});

const dates = { first: '2026-11-24', last: '2026-12-01' };
const amounts = { amountDueCents: 8499, maximumCents: 1_000_000 };
const limits = { ...amounts, dates, needsAuthorization: false, isRecurring: false };
const filled = { ...emptyPaymentForm, selectedCard: 'm1' };
const other = { ...filled, paymentAmount: 'otherAmount' as const };

const debit = { ...limits, needsAuthorization: true };
const autopay = { ...limits, isRecurring: true };

function dated(paymentDate: string) {
  return { ...filled, paymentTiming: 'dated' as const, paymentDate };
}

const nothingFilled = { customAmount: 'amountInvalid', selectedCard: 'methodMissing' };
const tooLarge = { customAmount: 'amountTooLarge' };
const cases = [
  ['the balance with a card', filled, limits, {}],
  ['no method', emptyPaymentForm, limits, { selectedCard: 'methodMissing' }],
  ['nothing owed', filled, { ...limits, amountDueCents: 0 }, { customAmount: 'nothingDue' }],
  ['a credit', filled, { ...limits, amountDueCents: -1200 }, { customAmount: 'nothingDue' }],
  ['a balance of more than there may be', filled, { ...limits, amountDueCents: 1_000_001 }, tooLarge],
  ['no other amount', other, limits, { customAmount: 'amountInvalid' }],
  ['another amount of 0', { ...other, customAmount: '0.00' }, limits, { customAmount: 'amountInvalid' }],
  ['more than is owed', { ...other, customAmount: '100' }, limits, {}],
  ['the most there may be', { ...other, customAmount: '10000' }, limits, {}],
  ['a cent too much', { ...other, customAmount: '10000.01' }, limits, tooLarge],
  ['a bank account without authorization', filled, debit, { isDebitAuthorized: 'authorizationMissing' }],
  ['a bank account with authorization', { ...filled, isDebitAuthorized: true }, debit, {}],
  ['autopay without authorization', filled, autopay, { isAutopayAuthorized: 'autopayAuthorizationMissing' }],
  ['autopay with authorization', { ...filled, isAutopayAuthorized: true }, autopay, {}],
  ['dated without a day', dated(''), limits, { paymentDate: 'dateMissing' }],
  ['dated today', dated('2026-11-24'), limits, {}],
  ['dated on the due date', dated('2026-12-01'), limits, {}],
  ['dated yesterday, in a draft', dated('2026-11-23'), limits, { paymentDate: 'dateNotAllowed' }],
  ['dated after the due date', dated('2026-12-02'), limits, { paymentDate: 'dateNotAllowed' }],
  ['a day that no longer counts', { ...dated('2020-01-01'), paymentTiming: 'now' }, limits, {}],
  ['a day where none can be chosen', dated('2020-01-01'), { ...limits, dates: undefined }, {}],
  ['everything missing', { ...other, selectedCard: '' }, limits, nothingFilled],
] as const;

test.each(cases)('[PAY-1] checks %s', (_what, values, given, errors) => {
  expect(paymentFormErrors(values, given)).toEqual(errors);
});

test.each([
  ['a day ahead', dated('2026-11-25'), dates, '2026-11-25'],
  ['today, which is now', dated('2026-11-24'), dates, undefined],
  ['now, with a day in the draft', { ...filled, paymentDate: '2026-11-25' }, dates, undefined],
  ['a day where none can be chosen', dated('2026-11-25'), undefined, undefined],
])('[PAY-3] the day of %s', (_what, values, given, day) => {
  expect(plannedDayOf(values, given)).toBe(day);
});

test.each([
  [{ customAmount: '5' }, { isDebitAuthorized: false }],
  [{ paymentDate: '2026-11-25' }, { isDebitAuthorized: false }],
  [{ selectedCard: 'm-2' }, { isDebitAuthorized: false, isAutopayAuthorized: false }],
  [{ paymentType: 'recurring' }, { isDebitAuthorized: false, isAutopayAuthorized: false }],
  [{ isAutopayAuthorized: true }, {}],
] as const)('[PAY-2] a change of %j withdraws the authorizations %j', (changed, withdrawn) => {
  expect(withdrawnBy(changed)).toEqual(withdrawn);
});

test.each([
  ['Sunday', '2026-11-22', '2026-12-08', '2026-11-27'],
  ['Thursday', '2026-11-26', '2026-12-08', '2026-11-27'],
  ['Friday: the next one', '2026-11-27', '2026-12-08', '2026-12-04'],
  ['Saturday', '2026-11-28', '2026-12-08', '2026-12-04'],
  ['the week of the due date: that day alone', '2026-12-05', '2026-12-08', undefined],
  ['the due date on the next Friday: that day alone', '2026-12-05', '2026-12-11', undefined],
  ['the due date a day after Friday', '2026-12-05', '2026-12-12', '2026-12-11'],
])(
  '[PAY-12] before the calendar the due date and the next Friday are offered, on %s',
  (_what, first, last, friday) => {
    expect(offeredDaysOf({ first, last })).toEqual({ due: last, ...(friday && { friday }) });
  },
);
