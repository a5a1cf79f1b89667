import { describe, expect, test } from 'vitest';
import { whyNotDefault, whyNotRemoved } from './payment-methods.rules.ts';

const unused = { isRemoved: false, isDefault: false, isUsedByAutopay: false, isUsedByPlanned: false };

describe('[METHODS-7] removing', () => {
  test.each([
    [{}, undefined],
    [{ isDefault: true }, 'payment-methods.is-default'],
    [{ isUsedByAutopay: true }, 'payment-methods.used-by-autopay'],
    [{ isUsedByPlanned: true }, 'payment-methods.used-by-planned'],
    [{ isDefault: true, isUsedByAutopay: true }, 'payment-methods.used-by-autopay'],
    [{ isDefault: true, isUsedByPlanned: true }, 'payment-methods.used-by-planned'],
    [{ isUsedByAutopay: true, isUsedByPlanned: true }, 'payment-methods.used-by-autopay'],
    [{ isRemoved: true, isDefault: true, isUsedByAutopay: true }, 'payment-methods.removed'],
  ])('a method with %j: %s', (use, code) => {
    expect(whyNotRemoved({ ...unused, ...use })).toBe(code);
  });
});

describe('[METHODS-6] making default', () => {
  test.each([
    [{ isRemoved: false, expiresOn: null }, undefined],
    [{ isRemoved: false, expiresOn: '2026-11-24' }, undefined],
    [{ isRemoved: false, expiresOn: '2026-11-23' }, 'payment-methods.expired'],
    [{ isRemoved: true, expiresOn: '2026-11-23' }, 'payment-methods.removed'],
  ])('a method with %j: %s', (method, code) => {
    expect(whyNotDefault(method, '2026-11-24')).toBe(code);
  });
});
