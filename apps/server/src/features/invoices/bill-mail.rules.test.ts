import { expect, test } from 'vitest';
import { isNews, type NewestBill } from './bill-mail.rules.ts';

const today = '2026-11-24';
const bill: NewestBill = {
  dueOn: '2026-12-01',
  previousBalanceCents: 8_499,
  isOnly: false,
  isAccountNew: false,
};

test.each<[string, Partial<NewestBill>, boolean]>([
  ['due in a week', {}, true],
  ['due today', { dueOn: today }, true],
  ['due yesterday', { dueOn: '2026-11-23' }, false],
  ['among the history of a new account', { isAccountNew: true, previousBalanceCents: 0 }, false],
  [
    'the first one ever, of a new account',
    { isAccountNew: true, isOnly: true, previousBalanceCents: 0 },
    true,
  ],
  ['the first one here, with a debt from before', { isAccountNew: true, isOnly: true }, false],
  ['the first one of an account that was here', { isOnly: true }, true],
])('[MAIL-1] a new bill is announced, or history: %s', (_case, changes, expected) => {
  expect(isNews({ ...bill, ...changes }, today)).toBe(expected);
});
