import { beforeEach, expect, test } from 'vitest';
import { billing } from '../../testing/page-data.ts';
import { findIntent, forgetIntent, intentFor, seenBalanceOf } from './payment-intent.ts';

const intended = { payment_method: 'm1', billing_account_id: 'b1', paymentType: 'onetime' } as const;
const body = { ...intended, amount: 84.99, seenBalance: 84.99 };

beforeEach(() => sessionStorage.clear());

test('[PAY-6] pressing again for the same amount and method is the same intent, and says exactly what it said first', () => {
  const first = intentFor(body, 1_000);
  expect(intentFor({ ...body, seenBalance: 0 }, 2_000)).toEqual(first);
});

test.each([
  ['another amount', { amount: 20 }],
  ['another method', { payment_method: 'm2' }],
  ['another account', { billing_account_id: 'b2' }],
  ['autopay along with it', { paymentType: 'recurring' as const }],
])('[PAY-6] %s is another intent', (_what, change) => {
  const first = intentFor(body, 1_000);
  expect(intentFor({ ...body, ...change }, 2_000).key).not.toBe(first.key);
});

test('[PAY-6] after a finished payment the same press is a new intent', () => {
  const first = intentFor(body, 1_000);
  forgetIntent('b1');
  expect(intentFor(body, 1_000).key).not.toBe(first.key);
});

test('[PAY-6] an intent whose answer is out is still known after a reload', () => {
  const sent = intentFor(body, 1_000);
  expect(findIntent('b1', 2_000)).toEqual({ ...sent, sentAt: 1_000 });
});

test.each(['', 'null', '{', '"text"', '{"key":"k"}', '{"key":"k","sentAt":1000}'])(
  '[PAY-6] %s in storage is no intent',
  (stored) => {
    sessionStorage.setItem('payment-intent:b1', stored);
    expect(findIntent('b1', 2_000)).toBeUndefined();
  },
);

test.each([
  ['of another account', 'b2', 2_000],
  ['whose key the server is about to forget', 'b1', 24 * 60 * 60 * 1000],
])('[PAY-6] an intent %s is not found', (_what, billingAccountId, now) => {
  intentFor(body, 1_000);
  expect(findIntent(billingAccountId, now)).toBeUndefined();
});

test.each([
  ['what is due', {}, 84.99],
  ['nothing due', { balance: 0, amountDue: 0 }, 0],
  ['a credit', { balance: -97.19, amountDue: 0 }, -97.19],
  ['a part on its way', { amountDue: 64.99, inFlight: 20 }, 64.99],
  ['all of it on its way, and more', { amountDue: 0, inFlight: 100.1 }, -15.11],
  ['some on its way, some planned', { amountDue: 0.29, inFlight: 4.6, planned: 80.1 }, 0.29],
])('[PAY-6] with %s, a payment says the balance that its payer sees, in whole cents', (_what, over, seen) => {
  expect(seenBalanceOf(billing(over))).toBe(seen);
});
