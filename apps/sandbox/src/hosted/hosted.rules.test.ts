import { describe, expect, it } from 'vitest';
import { newFrameToken, readFrameToken } from '../card-processor/frame-token.ts';
import { readToken, tokenPattern } from '../card-processor/stored-method.ts';
import { chooseOutcome, magicValues } from '../magic-values.ts';
import { brandOf, isCardNumber, isRoutingNumber, readDigits, withCheckDigit } from './card-number.ts';
import { checkBankAccount, checkCard, type Entry } from './entry.rules.ts';
import { testNumbers, testRoutingNumber } from './test-numbers.ts';

const now = new Date('2026-03-31T23:00:00Z');
const card = { account: '4242424242424242', expdate: '03/26', cv: '123' };
const account = { cardholdername: 'Ana', routing: testRoutingNumber, account: '12345', accounttype: 'S' };
const questions = { hasHolderName: false, expiryFields: 'one' } as const;

describe('card and routing numbers', () => {
  it.each([
    ['4242424242424242', 'VISA', true],
    ['4222222222222', 'VISA', true],
    ['424242424242424', 'VISA', false],
    ['5555555555554444', 'MC', true],
    ['2221000000000009', 'MC', true],
    ['2220999999999999', undefined, false],
    ['2720999999999996', 'MC', true],
    ['378282246310005', 'AMEX', true],
    ['3782822463100050', 'AMEX', false],
    ['6011111111111117', 'DISC', true],
    ['6445644564456445', 'DISC', true],
    ['30569309025904', 'DINERS', true],
    ['3530111333300000', 'JCB', true],
    ['4242424242424243', 'VISA', false],
    ['9999999999999995', undefined, true],
    ['0000', undefined, false],
  ])('%s is of %s: %s', (digits, brand, isRight) => {
    expect(brandOf(digits)).toBe(brand);
    expect(isCardNumber(digits)).toBe(isRight);
  });

  it('reads spaces and dashes, and nothing else', () => {
    expect(readDigits(' 4242-4242 42')).toBe('4242424242');
    for (const text of ['', '4242x', '４２']) expect(readDigits(text)).toBeUndefined();
    expect(withCheckDigit('424242424242424')).toBe('4242424242424242');
  });

  it.each([
    ['021000021', true],
    ['011401533', true],
    ['021000012', false],
    ['500000000', false],
    ['000000000', false],
    ['02100002', false],
  ])('routing number %s: %s', (digits, isRight) => {
    expect(isRoutingNumber(digits)).toBe(isRight);
  });
});

describe('checking a card', () => {
  it.each([
    [{}, '0326'],
    [{ expdate: '3/26' }, '0326'],
    [{ expdate: '0326' }, '0326'],
    [{ expdate: '12 / 2029' }, '1229'],
    [{ expdate: '03-46' }, '0346'],
  ])('accepts %j', (change, expiry) => {
    expect(checkCard({ ...card, ...change }, questions, now)).toEqual({
      entry: { brand: 'VISA', lastFour: '4242', expiry, outcomeCents: 0, effect: 'none' },
    });
  });

  it.each([
    [{ expdate: '' }, 'expdate', 'missing'],
    [{ expdate: '02/26' }, 'expdate', 'expired'],
    [{ expdate: '13/29' }, 'expdate', 'invalid'],
    [{ expdate: 'soon' }, 'expdate', 'invalid'],
    [{ expdate: '12' }, 'expdate', 'invalid'],
    [{ expdate: '04/46' }, 'expdate', 'invalid'],
    [{ account: 4242424242424242 }, 'account', 'missing'],
    [{ account: '9999999999999995' }, 'account', 'unsupported'],
    [{ cv: '1234' }, 'cv', 'invalid'],
    [{ cv: '12a' }, 'cv', 'invalid'],
  ])('refuses %j', (change, field, reason) => {
    expect(checkCard({ ...card, ...change }, questions, now)).toEqual({ problems: [{ field, reason }] });
  });

  it('asks for what the form asks for', () => {
    const named = { ...questions, hasHolderName: true } as const;
    expect(checkCard({ ...card, cardholdername: 'Ana' }, named, now)).toHaveProperty('entry');
    for (const cardholdername of ['x'.repeat(61), '4242 4242 4242 4242'])
      expect(checkCard({ ...card, cardholdername }, named, now)).toEqual({
        problems: [{ field: 'cardholdername', reason: 'invalid' }],
      });
  });
});

describe('checking a bank account', () => {
  it.each([
    [{ routing: '' }, 'routing', 'missing'],
    [{ routing: '021000020' }, 'routing', 'invalid'],
    [{ account: '123' }, 'account', 'invalid'],
    [{ account: '1'.repeat(18) }, 'account', 'invalid'],
    [{ accounttype: '' }, 'accounttype', 'missing'],
    [{ accounttype: 'X' }, 'accounttype', 'invalid'],
    [{ cardholdername: ' ' }, 'cardholdername', 'missing'],
  ])('refuses %j', (change, field, reason) => {
    expect(checkBankAccount({ ...account, ...change })).toEqual({ problems: [{ field, reason }] });
  });

  it('keeps the last four digits', () => {
    expect(checkBankAccount(account)).toMatchObject({
      entry: { brand: 'ACH', lastFour: '2345', expiry: '0000' },
    });
  });
});

describe('the test numbers', () => {
  it.each(testNumbers)(
    '$number is valid, and its token has its outcome',
    ({ kind, number, outcomeCents, isDebit }) => {
      const cv = number.startsWith('37') ? '1234' : '123';
      const check =
        kind === 'card'
          ? checkCard({ ...card, account: number, cv }, questions, now)
          : checkBankAccount({ ...account, account: number });
      const { entry } = check as { entry: Entry };
      const token = newFrameToken(entry);
      expect(token).toMatch(tokenPattern);
      expect(token).toHaveLength(22);
      expect(token).not.toContain(number);
      const selected = magicValues.find(({ cents }) => cents === outcomeCents && cents !== undefined);
      expect(chooseOutcome(token, 8_400).keyword).toBe(selected?.keyword ?? 'ordinary');
      const { brand, lastFour } = entry;
      expect(readToken(token)).toMatchObject({
        kind,
        brand,
        lastFour,
        expiry: kind === 'card' ? '0326' : '',
      });
      expect(brand.endsWith('DEBIT')).toBe(isDebit ?? false);
    },
  );

  it('select every outcome that cents select', () => {
    const selected = new Set(testNumbers.map(({ outcomeCents }) => outcomeCents));
    expect(magicValues.filter(({ cents }) => cents !== undefined && !selected.has(cents))).toEqual([]);
    expect(new Set(testNumbers.map(({ kind, number }) => kind + number)).size).toBe(testNumbers.length);
  });

  it('leave other tokens as they were', () => {
    for (const token of [
      'visa-4242-declined',
      'vi4242',
      'zz4242032600abcdefghij',
      'vi4242032600abcdefghi1',
    ]) {
      expect(readFrameToken(token)).toBeUndefined();
    }
  });
});
