import { expect, test } from 'vitest';
import { logEvent } from './audit.ts';

test.each([
  ['Ana Núñez', true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
  ['\u0000', false],
  ['\ud800', false],
])('[API-21] the words %j are taken: %s', (action, isTaken) => {
  expect(logEvent.body.safeParse({ accountNumber: '1', action }).success).toBe(isTaken);
});
