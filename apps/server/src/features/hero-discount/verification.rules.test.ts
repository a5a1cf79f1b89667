import { describe, expect, test } from 'vitest';
import { accountOfVerification, type VerifiedAccount } from './verification.rules.ts';

const noon = Date.parse('2026-11-24T17:00:00Z');
const minute = 60_000;
/** A request so many minutes before noon. */
const asked = (accountId: string, minutesBefore: number) => ({
  accountId,
  requestedAt: new Date(noon - minutesBefore * minute),
});
const several = { reason: 'several accounts asked with this address' } as const;
const notYet = { reason: 'nobody had asked with this address by then' } as const;

const cases: [what: string, requests: ReturnType<typeof asked>[], owner: VerifiedAccount][] = [
  ['nobody asked', [], { reason: 'nobody asked with this address' }],
  ['one account asked before', [asked('a', 10)], { accountId: 'a' }],
  ['one account asked days before', [asked('a', 10_000)], { accountId: 'a' }],
  ['the clocks are a minute apart', [asked('a', -1)], { accountId: 'a' }],
  ['the clocks are two minutes apart', [asked('a', -2)], { accountId: 'a' }],
  ['it was verified before anybody asked', [asked('a', -2.1)], notYet],
  ['the last one counts', [asked('a', 30), asked('b', 5)], { accountId: 'b' }],
  ['the last one counts, in any order', [asked('b', 5), asked('a', 30)], { accountId: 'b' }],
  ['another asked two minutes before', [asked('a', 2), asked('b', 1)], { accountId: 'b' }],
  ['another asked at about the same time', [asked('a', 1.9), asked('b', 1)], several],
  ['another asked later', [asked('a', 30), asked('b', -30)], several],
  ['both asked later', [asked('a', -30), asked('b', -40)], notYet],
];

describe('[HERO-2] whose verification it is', () => {
  test.each(cases)('%s', (_what, requests, owner) => {
    expect(accountOfVerification(requests, new Date(noon))).toEqual(owner);
  });
});
