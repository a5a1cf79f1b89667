import { expect, test } from 'vitest';
import { holdsFullNumber, withoutLongNumbers } from './audit.rules.ts';

test.each([
  ['frame failed for 4111111111111111', 'frame failed for …1111'],
  ['4111 1111 1111 1111 refused', '…1111 refused'],
  ['account 100200300 failed', 'account 100200300 failed'],
  ['nothing to hide', 'nothing to hide'],
])('[API-21] “%s” is kept as “%s”', (text, kept) => {
  expect(withoutLongNumbers(text)).toBe(kept);
});

test.each([
  ['4111111111111111', true],
  ['declined: 4000-0000-0000-0002.', true],
  ['3782 822463 10005', true],
  ['card=30569309025904', true],
  ['x41111111111111119', true],
  ['account 100200300400', false],
  ['request.invalid 12345678-1234-1234-1234-12345678901a', false],
  ['request.invalid ab345678-1234-1234-1234-123456789012', false],
  ['nothing to hide', false],
])('[API-21] “%s” holds a whole number: %s', (text, expected) => {
  expect(holdsFullNumber(text)).toBe(expected);
});
