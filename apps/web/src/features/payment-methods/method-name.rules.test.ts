import type { CardType } from '@myaccount/contract/payment-methods';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { isExpired, isNickname, methodInSentence, methodName } from './method-name.ts';

const texts: Record<string, string> = {
  'payment-methods.name.card': 'Credit Card',
  'payment-methods.name.bank': 'Bank Account',
  'payment-methods.name.payment': 'Payment',
};
const english = ((key: string) => texts[key] ?? key) as TFunction;

test.each<[string, CardType[]]>([
  ['Credit Card …1234', ['VISA', 'DISCOVER', 'DISC', 'MASTERCARD', 'MC', 'AMEX']],
  ['Credit Card …1234', ['JCB', 'VISADEBIT', 'MCDEBIT']],
  ['Bank Account …1234', ['ACH', 'CHECK']],
  ['Payment', ['OTHER', 'OTHERDEBIT', 'UNKNOWN']],
])('[PAYMENTS-4] “%s” is the name of %j', (name, cardTypes) => {
  const nameOf = (card_type: CardType) =>
    methodName({ card_type, last_four: '1234', reference: null }, english);
  expect(cardTypes.map(nameOf)).toEqual(cardTypes.map(() => name));
});

test.each([
  ['1234', null, 'Credit Card …1234'],
  [null, 'VISA;4242', 'Credit Card …4242'],
  [null, 'VISA;006789', 'Credit Card …6789'],
  [null, 'VISA', 'Credit Card'],
  [null, null, 'Credit Card'],
])('[PAYMENTS-4] with last_four %s and reference %s it is “%s”', (last_four, reference, name) => {
  expect(methodName({ card_type: 'VISA', last_four, reference }, english)).toBe(name);
});

test.each<[CardType | undefined, string]>([
  ['VISA', 'your card\u00a0…\u20601234'],
  ['ACH', 'your account\u00a0…\u20601234'],
  ['OTHER', 'your method'],
  [undefined, 'your method'],
])('[PAYMENTS-4] in a sentence %s reads “%s”, unbroken', (card_type, words) => {
  const inSentence: Record<string, string> = {
    'payment-methods.inSentence.card': 'your card',
    'payment-methods.inSentence.bank': 'your account',
    'payment-methods.inSentence.payment': 'your method',
  };
  const method = card_type && { card_type, last_four: '1234', reference: null };
  const translate = ((key: string) => inSentence[key] ?? key) as TFunction;
  expect(methodInSentence(method, translate)).toBe(words);
});

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

test.each([
  ['', true],
  ['Everyday card', true],
  ['Visa 4242', true],
  ['Card 1 of 2, 2030', true],
  ['4111111111111111', false],
  ['4111 1111 1111 1111', false],
  ['my 4111-1 card', false],
])('[METHODS-2] “%s” may be the name of a method: %s', (nickname, isRight) => {
  expect(isNickname(nickname)).toBe(isRight);
});
