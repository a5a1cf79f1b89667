import { expect, test } from 'vitest';
import { withoutLongNumbers } from './audit.rules.ts';

test.each([
  ['frame failed for 4111111111111111', 'frame failed for …1111'],
  ['4111 1111 1111 1111 refused', '…1111 refused'],
  ['account 100200300 failed', 'account 100200300 failed'],
  ['nothing to hide', 'nothing to hide'],
])('[API-21] “%s” is kept as “%s”', (text, kept) => {
  expect(withoutLongNumbers(text)).toBe(kept);
});
