import { describe, expect, test } from 'vitest';
import { autopayBarOf, isStoppedByReturns } from './payment-methods.rules.ts';

describe('[RETURN-1] returned debits stop autopay', () => {
  test.each([
    [[], false],
    [['insufficient-funds'], false],
    [['insufficient-funds', null], true],
    [['unauthorized'], true],
  ] as const)('%j: %s', (returns, isStopped) => {
    expect(isStoppedByReturns(returns, 2)).toBe(isStopped);
  });

  test('the number is a setting', () => {
    expect(isStoppedByReturns(['returned', 'returned'], 3)).toBe(false);
    expect(isStoppedByReturns(['returned'], 1)).toBe(true);
  });
});

describe('[RETURN-1] what the bank said against autopay', () => {
  test.each([
    [{ isValid: true, returns: [] }, null],
    [{ isValid: true, returns: ['insufficient-funds'] }, null],
    [{ isValid: true, returns: ['insufficient-funds', 'returned'] }, 'returned'],
    [{ isValid: true, returns: ['unauthorized'] }, 'returned'],
    [{ isValid: false, returns: [] }, 'invalid-account'],
    [{ isValid: false, returns: ['unauthorized'] }, 'invalid-account'],
  ] as const)('of a method with %j: %s', (method, bar) => {
    expect(autopayBarOf(method, 2)).toBe(bar);
  });
});
