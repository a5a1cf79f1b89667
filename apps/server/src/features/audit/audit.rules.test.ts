import { expect, test } from 'vitest';
import { isAudited, withoutLongNumbers } from './audit.rules.ts';

test.each([
  ['frame failed for 4111111111111111', 'frame failed for …1111'],
  ['4111 1111 1111 1111 refused', '…1111 refused'],
  ['declined: 4000-0000.0000\u00a00002.', 'declined: …0002.'],
  ['card=30569309025904', 'card=…5904'],
  ['3782 822463 10005', '…0005'],
  ['12345678901', '12345678901'],
  ['123456789012', '…9012'],
  ['1-2-3-4-5-6-7-8-9-0-1-2', '…9012'],
  ['account 100200300 failed', 'account 100200300 failed'],
  ['nothing to hide', 'nothing to hide'],
])('[API-21] “%s” is kept as “%s”', (text, kept) => {
  expect(withoutLongNumbers(text)).toBe(kept);
});

test.each([
  ['payment-methods.add form-failed', true],
  ['Add Payment Method', true],
  ['Add payment method: frame ready', true],
  ['diagnostics', false],
  ['payment-methods', false],
  ['readd payment methods', false],
])('[METHODS-5] “%s” is part of adding a method: %s', (action, expected) => {
  expect(isAudited(action)).toBe(expected);
});
