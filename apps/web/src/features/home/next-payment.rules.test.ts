import { expect, test } from 'vitest';
import { nextPaymentOf } from './next-payment.rules.ts';

const settled = {
  balance: 0,
  amountDue: 0,
  dueDate: null,
  pastDue: 0,
  planned: 0,
  inFlight: 0,
  nextCharge: null,
  hasBill: true,
  today: '2026-11-20',
};
const charge = { date: '2026-12-01', amount: 84.99, recurring_payment_id: 'm1' };

const lateCharge = { ...charge, date: '2026-11-01' };

const cases = [
  ['no bill has come yet', { hasBill: false }, 'noBill', 0, []],
  ['everything is paid', {}, 'nothingDue', 0, []],
  ['a credit is left', { balance: -12 }, 'credit', 1200, []],
  ['a credit before the first bill', { balance: -12, hasBill: false }, 'credit', 1200, []],
  ['a bill is open', { balance: 84.99, amountDue: 84.99, dueDate: '2026-12-01' }, 'due', 8499, []],
  [
    'autopay will take it',
    { balance: 84.99, amountDue: 84.99, dueDate: '2026-12-01', nextCharge: charge },
    'autopay',
    8499,
    [],
  ],
  ['the whole bill is on its way', { balance: 84.99, inFlight: 84.99 }, 'onItsWay', 8499, []],
  ['the whole bill is planned', { balance: 84.99, planned: 84.99 }, 'planned', 8499, []],
  ['a part is on its way', { balance: 84.99, amountDue: 64.99, inFlight: 20 }, 'due', 6499, ['onItsWay']],
  [
    'an older bill is late',
    { balance: 169.98, amountDue: 169.98, pastDue: 84.99, dueDate: '2026-10-01' },
    'pastDue',
    16998,
    [],
  ],
  [
    'late, and autopay will take what is open',
    { balance: 84.99, amountDue: 84.99, pastDue: 84.99, nextCharge: charge },
    'pastDue',
    8499,
    ['autopay'],
  ],
  [
    'late, and autopay’s day has passed',
    { balance: 84.99, amountDue: 84.99, pastDue: 84.99, nextCharge: lateCharge },
    'pastDue',
    8499,
    [],
  ],
  [
    'money on its way covers what was late',
    { balance: 169.98, amountDue: 84.99, pastDue: 84.99, inFlight: 84.99 },
    'due',
    8499,
    ['onItsWay'],
  ],
] as const;

test.each(cases)('[HOME-2] next payment when %s', (_when, given, ...expected) => {
  const [kind, amountCents, notes] = expected;
  const next = nextPaymentOf({ ...settled, ...given });
  expect(next).toMatchObject({ kind, amountCents, notes });
});

test('[HOME-2] tells only the part that is late and not covered', () => {
  const next = nextPaymentOf({ ...settled, balance: 200, amountDue: 150, pastDue: 80, inFlight: 50 });
  expect(next).toMatchObject({ kind: 'pastDue', pastDueCents: 3000 });
});

test('[HOME-2] names no due day when nothing is owed', () => {
  expect(
    nextPaymentOf({ ...settled, balance: 84.99, inFlight: 84.99, dueDate: '2026-12-01' }).dueDay,
  ).toBeNull();
});
