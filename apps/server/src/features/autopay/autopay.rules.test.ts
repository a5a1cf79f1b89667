import { declineReasons } from '@myaccount/contract/payment-failures';
import { describe, expect, test } from 'vitest';
import { isHardFailure, retryDayOf } from './autopay.rules.ts';

describe('[AUTOPAY-4] the next attempt', () => {
  const first = {
    failure: 'insufficient-funds',
    attempt: 1,
    runOn: '2026-12-01',
    firstRunOn: '2026-12-01',
  } as const;
  const schedule = [1, 3, 5];

  test.each([
    [1, '2026-12-01', '2026-12-02'],
    [2, '2026-12-02', '2026-12-04'],
    [3, '2026-12-04', '2026-12-06'],
    [4, '2026-12-06', null],
  ])('after attempt %i on %s is on %s', (attempt, runOn, retryOn) => {
    expect(retryDayOf({ ...first, attempt, runOn }, schedule)).toBe(retryOn);
  });

  test('after a late attempt is never the same day', () => {
    expect(retryDayOf({ ...first, attempt: 2, runOn: '2026-12-05' }, schedule)).toBe('2026-12-06');
    expect(retryDayOf({ ...first, attempt: 2, runOn: '2026-12-04' }, schedule)).toBe('2026-12-05');
  });

  test('does not exist without a schedule', () => {
    expect(retryDayOf(first, [])).toBeNull();
  });

  test('does not exist after a decline that would repeat', () => {
    expect(declineReasons.filter(isHardFailure)).toEqual([
      'expired-card',
      'invalid-account',
      'not-permitted',
      'call-bank',
    ]);
    expect(retryDayOf({ ...first, failure: 'expired-card' }, schedule)).toBeNull();
  });

  test('follows when the processor was away or never got the charge', () => {
    expect(isHardFailure('unavailable')).toBe(false);
    expect(isHardFailure('never-charged')).toBe(false);
  });
});
