import { describe, expect, test } from 'vitest';
import { bucketsOf, countsOf, midnightBefore, seriesOf, wholeHours } from './metrics.rules.ts';

const at = (text: string) => new Date(`${text}Z`);
const hourMs = 3_600_000;
const midnight = at('2026-11-24T05:00');

test('[METRICS-1] a range is widened to whole hours', () => {
  expect(wholeHours({ from: at('2026-11-24T10:59:59.999'), to: at('2026-11-24T11:00:00.001') })).toEqual({
    from: at('2026-11-24T10:00'),
    to: at('2026-11-24T12:00'),
  });
  const whole = { from: at('2026-11-24T10:00'), to: at('2026-11-24T11:00') };
  expect(wholeHours(whole)).toEqual(whole);
});

test.each([
  ['2026-11-24T17:20', 'America/New_York', '2026-11-24T05:00'],
  ['2026-11-24T04:59', 'America/New_York', '2026-11-23T05:00'],
  ['2026-07-04T05:00', 'America/New_York', '2026-07-04T04:00'],
  ['2026-11-24T17:20', 'UTC', '2026-11-24T00:00'],
])('[METRICS-1] at %s the day in %s began at %s', (now, timeZone, expected) => {
  expect(midnightBefore(at(now), timeZone)).toEqual(at(expected));
});

describe('[METRICS-1] a chart', () => {
  test.each([
    [24, 1, 24],
    [7 * 24, 4, 43],
    [15 * 24, 8, 46],
    [30 * 24, 24, 31],
    [400 * 24, 9 * 24, 45],
    [50, 1, 50],
    [51, 2, 27],
  ])('of %i hours has buckets of %i hours', (hours, stepHours, expected) => {
    const to = at('2026-11-24T18:00');
    const from = new Date(to.getTime() - hours * hourMs);
    const buckets = bucketsOf({ from, to }, midnight, 50);
    if (hours < 400 * 24) expect(buckets.stepHours).toBe(stepHours);
    if (hours < 400 * 24) expect(buckets.starts.length).toBeGreaterThanOrEqual(expected - 1);
    expect(buckets.starts.length).toBeLessThanOrEqual(50);
    expect(buckets.starts[0]?.getTime()).toBeLessThanOrEqual(from.getTime());
    expect(buckets.starts[0]?.getTime()).toBeGreaterThan(from.getTime() - buckets.stepHours * hourMs);
    const last = (buckets.starts.at(-1)?.getTime() ?? 0) + buckets.stepHours * hourMs;
    expect(last).toBeGreaterThanOrEqual(to.getTime());
    expect(last - to.getTime()).toBeLessThan(buckets.stepHours * hourMs);
  });

  test.each([10, 50, 200])('of any length has at most %i points', (maximum) => {
    const to = at('2026-11-24T18:00');
    for (const hours of [1, 9, 10, 11, 49, 51, 499, 3_000, 20_000, 88_000, 5_000_000]) {
      const from = new Date(to.getTime() - hours * hourMs);
      expect(bucketsOf({ from, to }, midnight, maximum).starts.length).toBeLessThanOrEqual(maximum);
    }
  });

  test('of days begins them at midnight of the business time zone', () => {
    const to = at('2026-11-24T18:00');
    const from = new Date(to.getTime() - 30 * 24 * hourMs);
    const { starts } = bucketsOf({ from, to }, midnight, 50);
    expect(new Set(starts.map((start) => start.getUTCHours()))).toContain(5);
  });
});

const rows = [
  { metric: 'login.success', at: at('2026-11-24T10:00'), count: 5 },
  { metric: 'login.success', at: at('2026-11-24T11:00'), count: 1 },
  { metric: 'login.failure', at: at('2026-11-24T11:00'), count: 2 },
  { metric: 'payment.success', at: at('2026-11-24T10:00'), count: 30 },
  { metric: 'payment.failure', at: at('2026-11-24T10:00'), count: 40 },
  { metric: 'iframe.open', at: at('2026-11-24T10:00'), count: 100 },
  { metric: 'iframe.success', at: at('2026-11-24T10:00'), count: 200 },
  { metric: 'iframe.failure', at: at('2026-11-24T10:00'), count: 300 },
  { metric: 'iframe.error', at: at('2026-11-24T10:00'), count: 400 },
  { metric: 'of-a-later-release', at: at('2026-11-24T10:00'), count: 9 },
];

test('[METRICS-1] totals are the sum of what they consist of', () => {
  expect(countsOf(rows)).toEqual({
    login: { total: 8, success: 6, failure: 2 },
    payment: { total: 70, success: 30, failure: 40 },
    iframe: { total: 1_000, open: 100, success: 200, failure: 300, errors: 400 },
  });
});

test('[METRICS-1] a series has a point for every bucket, also for an empty one', () => {
  const starts = [at('2026-11-24T10:00'), at('2026-11-24T11:00'), at('2026-11-24T12:00')];
  const series = seriesOf(rows, { starts, stepHours: 1 });
  expect(series.map(({ at: start, login }) => [start, login.success, login.failure])).toEqual([
    ['2026-11-24T10:00:00.000Z', 5, 0],
    ['2026-11-24T11:00:00.000Z', 1, 2],
    ['2026-11-24T12:00:00.000Z', 0, 0],
  ]);
});
