import { expect, test } from 'vitest';
import { accepted, atMostAccepted } from './accepted.ts';

test('a ratio of up to 15 % above the accepted one meets its target', () => {
  const [name = '', ratio = 0] = Object.entries(accepted)[0] ?? [];
  expect(atMostAccepted(name, ratio * 1.14).isMet).toBe(true);
  expect(atMostAccepted(name, ratio * 1.16).isMet).toBe(false);
});

test('what nobody has accepted misses its target', () => {
  expect(atMostAccepted('unknown, CPU', 0.1).isMet).toBe(false);
});
