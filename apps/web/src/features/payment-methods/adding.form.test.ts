import { expect, test } from 'vitest';
import { referenceOf } from './adding.calls.ts';
import { isNickname } from './adding.form.ts';

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

test.each([
  ['VISA', 'XXXXXXXXXXXX4242', 'VISA;4242'],
  ['MASTERCARD', 'XXXX4444', 'MASTERC;4444'],
  ['ACH', 'XXXXX06789', 'ACH;6789'],
  [null, null, ';'],
])('[METHODS-3] the reference of %s %s is %s', (cardType, account, reference) => {
  expect(referenceOf(cardType, account)).toBe(reference);
  expect(reference.length).toBeLessThanOrEqual(12);
});
