import { expect, test } from 'vitest';
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import {
  type Books,
  findDifferences,
  type SeenAccount,
  type StoredPayment,
  type StoredRefund,
} from './referee.rules.ts';

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
  refundMails: 0,
  mails: 2,
  arrived: 2,
};
const books: Books = {
  charges: [charge],
  givenBack: [],
  payments: [payment],
  refunds: [],
  accounts: [account],
};
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

const refund: StoredRefund = {
  accountId: 'A1',
  chargeReference: 'R1',
  reference: 'B1',
  state: 'DONE',
  means: 'refund',
  amountCents: 2_000,
  transaction: 'T5',
};
const given: SandboxCharge = { ...charge, id: 'T5', reference: 'B1', amountCents: 2_000, refundOf: 'T1' };
const givenRest = { ...given, id: 'T6', reference: 'B2', amountCents: 6_499 };
const partly: Books = {
  charges: [{ ...charge, state: 'settled' }],
  givenBack: [given],
  payments: [{ ...payment, creditedCents: 6_499 }],
  refunds: [refund, { ...refund, reference: 'B9', state: 'REFUSED', transaction: null }],
  accounts: [{ ...account, shownCents: 2_000, refundMails: 1 }],
};
const wholly: Books = {
  ...partly,
  givenBack: [given, givenRest],
  payments: [{ ...payment, state: 'REFUNDED', creditedCents: 0 }],
  refunds: [refund, { ...refund, reference: 'B2', amountCents: 6_499, transaction: 'T6' }],
  accounts: [{ ...account, shownCents: 8_499, refundMails: 2 }],
};
const aVoid: StoredRefund = { ...refund, means: 'void', amountCents: 8_499, transaction: 'T1' };
const voided: Books = {
  ...wholly,
  charges: [{ ...charge, state: 'voided' }],
  givenBack: [],
  refunds: [aVoid],
  accounts: [{ ...account, shownCents: 8_499, refundMails: 1 }],
};

test.each([
  ['a part', partly],
  ['all of it', wholly],
  ['a void', voided],
])('books that agree about %s given back have no difference', (_what, right) => {
  expect(findDifferences(right)).toEqual([]);
});

test.each<[string, Books]>([
  [
    'a refund twice at the processor',
    { ...partly, givenBack: [given, { ...given, id: 'T7', reference: 'B8' }] },
  ],
  ['a refund twice under its number', { ...partly, givenBack: [given, { ...given, id: 'T7' }] }],
  ['a refund that nobody recorded', { ...books, givenBack: [given] }],
  ['a refund without the processor’s', { ...partly, givenBack: [] }],
  ['a refund of another amount', { ...partly, givenBack: [{ ...given, amountCents: 2_001 }] }],
  ['a refund of another charge', { ...partly, givenBack: [{ ...given, refundOf: 'T9' }] }],
  ['another transaction', { ...partly, givenBack: [{ ...given, id: 'T9' }] }],
  ['a refund that was refused and made', { ...partly, refunds: [{ ...refund, state: 'REFUSED' }] }],
  ['a refund without a result', { ...partly, refunds: [...partly.refunds, { ...refund, state: 'UNKNOWN' }] }],
  [
    'more than was taken',
    {
      ...wholly,
      givenBack: [given, { ...givenRest, amountCents: 6_500 }],
      refunds: wholly.refunds.map((one) => (one === refund ? one : { ...one, amountCents: 6_500 })),
    },
  ],
  ['a void followed by a refund', { ...voided, givenBack: [{ ...given, amountCents: 8_499 }] }],
  ['a void that nobody recorded', { ...voided, refunds: [] }],
  ['a void twice', { ...voided, refunds: [aVoid, aVoid] }],
  ['a void that the processor has not', { ...voided, charges: partly.charges }],
  ['a void booked as a refund', { ...voided, refunds: [{ ...aVoid, means: 'refund' }] }],
  ['all given back of a payment that stays', { ...wholly, payments: partly.payments }],
  ['a part given back of a payment that is refunded', { ...partly, payments: wholly.payments }],
  ['a refund without its posting', { ...partly, payments: [payment] }],
  ['a balance that forgets the refund', { ...partly, accounts: [{ ...account, refundMails: 1 }] }],
  ['a refund without its mail', { ...partly, accounts: [{ ...account, shownCents: 2_000 }] }],
  ['a refund with two mails', { ...partly, accounts: [{ ...account, shownCents: 2_000, refundMails: 2 }] }],
  [
    'a receipt that went with its refund',
    { ...wholly, accounts: [{ ...account, shownCents: 8_499, refundMails: 2, receipts: 0 }] },
  ],
])('finds %s', (_what, wrong) => {
  expect(findDifferences(wrong)).not.toEqual([]);
});
