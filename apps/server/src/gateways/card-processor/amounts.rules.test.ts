import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfDecimals, centsOfImpliedDecimals, decimalsOf, impliedDecimalsOf } from './amounts.ts';

const cents = fc.integer({ min: 0, max: 999_999_999_999 });

test('[PAY-6] every amount survives formatting and parsing to the cent, for TranSafe and Orbital', () => {
  fc.assert(
    fc.property(cents, (amountCents) => {
      expect(decimalsOf(amountCents)).toMatch(/^\d+\.\d{2}$/);
      expect(centsOfDecimals(decimalsOf(amountCents))).toBe(amountCents);
      expect(impliedDecimalsOf(amountCents)).toMatch(/^\d{1,12}$/);
      expect(centsOfImpliedDecimals(impliedDecimalsOf(amountCents))).toBe(amountCents);
    }),
  );
});

test.each([
  [5, '0.05'],
  [100, '1.00'],
  [8_499, '84.99'],
  [1_000_000, '10000.00'],
])('[PAY-6] %i cents are written %s', (amountCents, text) => {
  expect(decimalsOf(amountCents)).toBe(text);
});

test.each(['', '1.234', '-1.00', '1e3', ' 1', '1,00', 'NaN', '99999999999999.00', 12, null, undefined])(
  '[PAY-6] %s is no amount',
  (text) => {
    expect(centsOfDecimals(text)).toBeUndefined();
  },
);

test.each(['', '1.0', '-1', '1e3', '9999999999999', 12, null])(
  '[PAY-6] %s is not an implied amount',
  (text) => {
    expect(centsOfImpliedDecimals(text)).toBeUndefined();
  },
);
