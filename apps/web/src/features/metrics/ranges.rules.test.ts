import { expect, test } from 'vitest';
import { periodBefore, periodOf, type Range, rangeOf, ranges } from './ranges.ts';

const now = new Date('2026-11-24T17:20:30Z');

test.each([
  ['1', 1],
  ['7', 7],
  ['15', 15],
  ['30', 30],
  ['0', 0],
  ['2', 1],
  ['', 1],
  [undefined, 1],
])('[METRICS-1] the query %s shows the range %s', (text, range) => {
  expect(rangeOf(text)).toBe(range);
});

test('[METRICS-1] the ranges are 24 hours, 7, 15, and 30 days, and all time', () => {
  expect(ranges).toEqual([1, 7, 15, 30, 0]);
});

test.each([
  [1, '2026-11-23T18:00:00.000Z', '2026-11-22T18:00:00.000Z'],
  [7, '2026-11-17T18:00:00.000Z', '2026-11-10T18:00:00.000Z'],
  [30, '2026-10-25T18:00:00.000Z', '2026-09-25T18:00:00.000Z'],
] as const)('[METRICS-1] %i days end now, those before them where they begin', (days, startTime, before) => {
  expect(periodOf(days as Range, now)).toEqual({ startTime, endTime: now.toISOString() });
  expect(periodBefore(days, now)).toEqual({ startTime: before, endTime: startTime });
});

test('[METRICS-1] all time begins at 0', () => {
  expect(periodOf(0, now)).toEqual({ startTime: '0', endTime: now.toISOString() });
});
