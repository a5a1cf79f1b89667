import type { CardType } from '@myaccount/contract/payment-methods';
import { expect, test } from 'vitest';
import { isExpired, lastDigitsOf, methodInSentence, methodName } from './method-name.ts';

const texts: Record<string, string> = {
  'payment-methods.name.card': 'Credit Card',
  'payment-methods.name.bank': 'Bank Account',
  'payment-methods.name.payment': 'Payment',
};
const english = (key: string) => texts[key] ?? key;

test.each<[string, CardType[]]>([
  [
    'Credit Card …1234',
    ['VISA', 'DISCOVER', 'DISC', 'MASTERCARD', 'MC', 'AMEX', 'JCB', 'VISADEBIT', 'MCDEBIT'],
  ],
  ['Bank Account …1234', ['ACH', 'CHECK']],
  ['Payment', ['OTHER', 'OTHERDEBIT', 'UNKNOWN']],
])('[PAYMENTS-4] “%s” is the name of %j', (name, cardTypes) => {
  for (const card_type of cardTypes)
    expect([card_type, methodName({ card_type, last_four: '1234', reference: null }, english)]).toEqual([
      card_type,
      name,
    ]);
});

test.each([
  ['1234', null, '1234'],
  [null, 'VISA;4242', '4242'],
  [null, 'ACH;006789', '6789'],
  [null, 'VISA', null],
  [null, null, null],
])('[PAYMENTS-4] last digits of last_four %s and reference %s', (last_four, reference, digits) => {
  expect(lastDigitsOf({ last_four, reference })).toBe(digits);
});

test('[PAYMENTS-4] no digits are made up where none are known', () => {
  expect(methodName({ card_type: 'VISA', last_four: null, reference: null }, english)).toBe('Credit Card');
});

test.each<[CardType | undefined, string]>([
  ['VISA', 'your card\u00a0…\u20601234'],
  ['ACH', 'your account\u00a0…\u20601234'],
  ['OTHER', 'your method'],
  [undefined, 'your method'],
])(
  '[PAYMENTS-4] in a sentence %s reads “%s”, which no line break parts from its digits',
  (card_type, words) => {
    const inSentence: Record<string, string> = {
      'payment-methods.inSentence.card': 'your card',
      'payment-methods.inSentence.bank': 'your account',
      'payment-methods.inSentence.payment': 'your method',
    };
    const method = card_type && { card_type, last_four: '1234', reference: null };
    expect(methodInSentence(method, (key) => inSentence[key] ?? key)).toBe(words);
  },
);

test.each([
  ['12/2026', '2026-12-31', false],
  ['11/2026', '2026-12-01', true],
  ['01/2027', '2026-12-31', false],
  ['12/2025', '2026-01-01', true],
  [null, '2026-01-01', false],
  ['soon', '2026-01-01', false],
])('[METHODS-1] a card good to %s on %s is expired: %s', (expirationDate, today, expired) => {
  expect(isExpired(expirationDate, today)).toBe(expired);
});
