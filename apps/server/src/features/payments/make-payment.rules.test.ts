import { expect, test } from 'vitest';
import { requestHash, validatePayment } from './make-payment.rules.ts';

const payment = {
  amountCents: 8_499,
  seenBalanceCents: undefined,
  debitConsent: undefined,
  plannedFor: undefined,
};
const account = {
  isActive: true,
  projectedBalanceCents: 8_499,
  maximumCents: 1_000_000,
  today: '2026-11-24',
};
const card = {
  kind: 'card',
  expiresOn: '2030-08-31',
  isRemoved: false,
  isValid: true,
  supportedKinds: ['card'],
} as const;
const bank = { ...card, kind: 'bank', expiresOn: null, supportedKinds: ['card', 'bank'] } as const;

const debitConsent = { kind: 'bank-debit', textVersion: '1', language: 'en' } as const;

type Case = [string, object, object, object, string | undefined];
const cases: Case[] = [
  ['the amount due by card', {}, {}, {}, undefined],
  ['less than the amount due', { amountCents: 1 }, {}, {}, undefined],
  ['more than the amount due', { amountCents: 10_000 }, {}, {}, undefined],
  ['in advance, with nothing due', {}, { projectedBalanceCents: 0 }, {}, undefined],
  ['the maximum', { amountCents: 1_000_000 }, {}, {}, undefined],
  [
    'a cent more than the maximum',
    { amountCents: 1_000_001 },
    {},
    {},
    'payments.amount-too-large at amount: too-large',
  ],
  ['the amount due that the payer saw', { seenBalanceCents: 8_499 }, {}, {}, undefined],
  ['a credit that the payer saw', { seenBalanceCents: -500 }, { projectedBalanceCents: -500 }, {}, undefined],
  ...[0, 500, -501].map(
    (seenBalanceCents): Case => [
      `a credit seen as ${seenBalanceCents}`,
      { seenBalanceCents },
      { projectedBalanceCents: -500 },
      {},
      'payments.balance-changed at seenBalance: changed',
    ],
  ),
  [
    'an outdated amount due',
    { seenBalanceCents: 9_000 },
    {},
    {},
    'payments.balance-changed at seenBalance: changed',
  ],
  ['on a card’s last day', {}, {}, { expiresOn: '2026-11-24' }, undefined],
  [
    'by an expired card',
    {},
    {},
    { expiresOn: '2026-11-23' },
    'payments.method-not-usable at payment_method: expired',
  ],
  [
    'by a bank account that does not exist',
    {},
    {},
    { isValid: false },
    'payments.method-not-usable at payment_method: invalid-account',
  ],
  ['by a removed card', {}, {}, { isRemoved: true }, 'payments.method-not-usable at payment_method: removed'],
  ['by bank, with consent', { debitConsent }, {}, bank, undefined],
  ['by bank, without consent', {}, {}, bank, 'request.invalid at consents: required'],
  [
    'by bank if the processor supports only cards',
    { debitConsent },
    {},
    { ...bank, supportedKinds: ['card'] },
    'payments.method-not-usable at payment_method: not-taken',
  ],
  ['the final bill', {}, { isActive: false }, {}, undefined],
  [
    'after the final bill',
    {},
    { isActive: false, projectedBalanceCents: 0 },
    {},
    'payments.nothing-due at amount: nothing-due',
  ],
];

test.each(cases)('[PAY-1] paying %s', (_what, paymentChange, accountChange, methodChange, expected) => {
  const failure = validatePayment(
    { ...payment, ...paymentChange },
    { ...account, ...accountChange },
    { ...card, ...methodChange },
  );
  expect(failure && `${failure.code} at ${failure.field}: ${failure.reason}`).toBe(expected);
});

test("[PAY-6] a request's hash ignores the order of fields and differs for other requests", () => {
  const hash = (body: unknown) => requestHash(body).toString('hex');
  expect(hash({ amount: 1, consent: { a: 1, b: 2 } })).toBe(hash({ consent: { b: 2, a: 1 }, amount: 1 }));
  expect(hash({ amount: 1 })).not.toBe(hash({ amount: 1.01 }));
  expect(hash({ a: { b: 1 } })).not.toBe(hash({ a: [['b', 1]] }));
});
