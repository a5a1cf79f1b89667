import { expect, test } from 'vitest';
import { billing, card } from '../../testing/page-data.ts';
import { nextPaymentOf } from './next-payment.rules.ts';

const settled = billing({ balance: 0, amountDue: 0 });
const noBill = { billSummary: { ...settled.billSummary, latestInvoiceId: null } };
const charge = { date: '2026-12-01', amount: 84.99, recurring_payment_id: 'm1' };

const late = { amountDue: 84.99, pastDue: 84.99 };
const failing = {
  payment_method: card(),
  has_consent: true,
  problem: { code: 'declined', amount: 84.99, date: '2026-11-28', retry_date: '2026-12-01' },
} as const;

const cases = [
  ['no bill has come yet', noBill, 'noBill', 0],
  ['everything is paid', {}, 'nothingDue', 0],
  ['a credit is left', { credit: 12 }, 'credit', 1200],
  ['a credit before the first bill', { ...noBill, credit: 12 }, 'credit', 1200],
  ['a credit, and money is on its way', { credit: 12, inFlight: 20 }, 'credit', 1200],
  ['a bill is open', { amountDue: 84.99 }, 'due', 8499],
  ['autopay will take it', { amountDue: 84.99, nextCharge: charge }, 'autopay', 8499],
  ['the whole bill is on its way', { balance: 84.99, inFlight: 84.99 }, 'onItsWay', 8499],
  ['the whole bill is planned', { balance: 84.99, planned: 84.99 }, 'planned', 8499],
  ['one part is on its way, one planned', { balance: 84.99, inFlight: 80, planned: 4.99 }, 'onItsWay', 8499],
  ['a part is on its way', { amountDue: 64.99, inFlight: 20 }, 'due', 6499],
  ['an older bill is past due', { amountDue: 169.98, pastDue: 84.99 }, 'pastDue', 16998],
  ['past due, and autopay will take what is open', { ...late, nextCharge: charge }, 'pastDue', 8499],
  ['autopay failed and tries again', { amountDue: 84.99, nextCharge: charge, autopay: failing }, 'due', 8499],
  ['autopay failed, past due', { ...late, nextCharge: charge, autopay: failing }, 'pastDue', 8499],
] as const;

test.each(cases)('[HOME-2] next payment when %s', (_when, given, kind, amountCents) => {
  expect(nextPaymentOf({ ...settled, ...given })).toEqual({ kind, amountCents });
});
