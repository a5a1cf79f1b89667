import { expect, test } from 'vitest';
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import { type Books, findDifferences, type SeenAccount, type StoredPayment } from './referee.rules.ts';

const charge: SandboxCharge = {
  id: 'T1',
  processor: 'transafe',
  reference: 'R1',
  amountCents: 8_499,
  state: 'captured',
  refundOf: null,
  token: 'visa-4242',
  at: '2026-11-24T17:00:00Z',
};
const payment: StoredPayment = {
  accountId: 'A1',
  state: 'COMPLETED',
  amountCents: 8_499,
  reference: 'R1',
  transaction: 'T1',
  settledSeconds: 1,
  creditedCents: 8_499,
};
const account: SeenAccount = {
  accountId: 'A1',
  billedCents: 8_499,
  shownCents: 0,
  receipts: 1,
  mails: 2,
  arrived: 2,
};
const books: Books = { charges: [charge], payments: [payment], accounts: [account] };
const declined = {
  ...payment,
  reference: 'R2',
  state: 'PROCESSING_ERROR',
  transaction: null,
  creditedCents: 0,
} as const;

test('books that agree have no difference', () => {
  expect(findDifferences(books)).toEqual([]);
  expect(findDifferences({ ...books, payments: [payment, declined] })).toEqual([]);
});

const withCharge = (over: Partial<SandboxCharge>): Partial<Books> => ({ charges: [{ ...charge, ...over }] });
const withPayment = (over: Partial<StoredPayment>): Partial<Books> => ({
  payments: [{ ...payment, ...over }],
});
const withAccount = (over: Partial<SeenAccount>): Partial<Books> => ({ accounts: [{ ...account, ...over }] });

test.each<[string, Partial<Books>]>([
  [
    'a second charge under a new order number',
    { charges: [charge, { ...charge, id: 'T2', reference: 'R2' }] },
  ],
  ['a second charge under the same order number', { charges: [charge, { ...charge, id: 'T2' }] }],
  ['a charge without an order number', { charges: [charge, { ...charge, id: 'T2', reference: null }] }],
  ['half the amount charged', withCharge({ amountCents: 4_250 })],
  ['half the amount booked', withPayment({ amountCents: 4_250, creditedCents: 4_250 })],
  [
    'half the amount charged and booked',
    {
      ...withCharge({ amountCents: 4_250 }),
      ...withPayment({ amountCents: 4_250, creditedCents: 4_250 }),
      ...withAccount({ shownCents: 4_249 }),
    },
  ],
  ['another transaction booked', withPayment({ transaction: 'T9' })],
  ['a charge that was voided and stays booked', withCharge({ state: 'voided' })],
  ['a return that nobody recorded', withCharge({ state: 'returned' })],
  ['a refund that nobody recorded', withCharge({ state: 'refunded' })],
  [
    'a payment that failed though it was charged',
    withPayment({ state: 'PROCESSING_ERROR', creditedCents: 0 }),
  ],
  ['a payment without a charge', { charges: [] }],
  ['two payments for one charge', { payments: [payment, payment] }],
  ['a payment without a result', withPayment({ state: 'UNKNOWN', creditedCents: 0 })],
  ['a lost posting', withPayment({ creditedCents: 0 })],
  ['a posting that was made twice', withPayment({ creditedCents: 16_998 })],
  [
    'a return without its posting',
    { ...withCharge({ state: 'returned' }), ...withPayment({ state: 'RETURNED' }) },
  ],
  ['a balance that forgets the payment', withAccount({ shownCents: 8_499 })],
  ['a receipt that is missing', withAccount({ receipts: 0 })],
  ['a receipt that is made twice', withAccount({ receipts: 2 })],
  ['a mail that arrives twice', withAccount({ arrived: 3 })],
  ['a mail that never arrives', withAccount({ arrived: 1 })],
])('finds %s', (_what, planted) => {
  expect(findDifferences({ ...books, ...planted })).not.toEqual([]);
});
