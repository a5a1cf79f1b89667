import { expect, test } from 'vitest';
import { drawReference, objectionTo, requestHash } from './make-payment.rules.ts';

const wanted = { amountCents: 8_499, seenBalanceCents: undefined, consentVersion: undefined };
const account = { isActive: true, amountDueCents: 8_499, maximumCents: 1_000_000, today: '2026-11-24' };
const card = { kind: 'card', expiresOn: '2030-08-31', isRemoved: false, processorTakes: ['card'] } as const;
const bank = { kind: 'bank', expiresOn: null, isRemoved: false, processorTakes: ['card', 'bank'] } as const;

const cases: [string, object, object, object, string | undefined][] = [
  ['what is due by card', {}, {}, {}, undefined],
  ['less than is due', { amountCents: 1 }, {}, {}, undefined],
  ['more than is due', { amountCents: 10_000 }, {}, {}, undefined],
  ['ahead, with nothing due', {}, { amountDueCents: 0 }, {}, undefined],
  ['the most at once', { amountCents: 1_000_000 }, {}, {}, undefined],
  [
    'a cent more than the most',
    { amountCents: 1_000_001 },
    {},
    {},
    'payments.amount-too-large at amount: too-large',
  ],
  ['what was seen', { seenBalanceCents: 8_499 }, {}, {}, undefined],
  ['a credit that was seen', { seenBalanceCents: -500 }, { amountDueCents: -500 }, {}, undefined],
  ['a credit that was seen as 0', { seenBalanceCents: 0 }, { amountDueCents: -500 }, {}, undefined],
  [
    'what was seen before',
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
  ['by a removed card', {}, {}, { isRemoved: true }, 'payments.method-not-usable at payment_method: removed'],
  ['by bank, agreed to', { consentVersion: '1' }, {}, bank, undefined],
  ['by bank, not agreed to', {}, {}, bank, 'request.invalid at consent: required'],
  [
    'by bank, to other words',
    { consentVersion: '9' },
    {},
    bank,
    'request.invalid at consent.textVersion: invalid',
  ],
  [
    'by bank where only cards are taken',
    { consentVersion: '1' },
    {},
    { ...bank, processorTakes: ['card'] },
    'payments.method-not-usable at payment_method: not-taken',
  ],
  ['the final bill', {}, { isActive: false }, {}, undefined],
  [
    'after the final bill',
    {},
    { isActive: false, amountDueCents: 0 },
    {},
    'payments.nothing-due at amount: nothing-due',
  ],
];

test.each(cases)('[PAY-1] paying %s', (_what, wish, on, by, objection) => {
  const found = objectionTo({ ...wanted, ...wish }, { ...account, ...on }, { ...card, ...by });
  expect(found && `${found.code} at ${found.field}: ${found.reason}`).toBe(objection);
});

test('[PAY-6] a reference has sixteen digits, never begins with 0, and is not drawn twice', () => {
  const drawn = Array.from({ length: 2_000 }, drawReference);
  expect(drawn.filter((reference) => !/^[1-9]\d{15}$/.test(reference))).toEqual([]);
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('[PAY-6] the same request has one fingerprint in any order of its fields, another one another', () => {
  const print = (body: unknown) => requestHash(body).toString('hex');
  expect(print({ amount: 1, consent: { a: 1, b: 2 } })).toBe(print({ consent: { b: 2, a: 1 }, amount: 1 }));
  expect(print({ amount: 1 })).not.toBe(print({ amount: 1.01 }));
  expect(print({ a: { b: 1 } })).not.toBe(print({ a: [['b', 1]] }));
});
