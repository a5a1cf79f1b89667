import type { CountsPoint } from '@myaccount/contract/metrics';
import { expect, test } from 'vitest';
import { formatTick } from './formats.ts';
import { countTicksOf, plotOf, stepOf, ticksOf } from './plot.rules.ts';

const none = {
  login: { total: 0, success: 0, failure: 0 },
  payment: { total: 0, success: 0, failure: 0 },
  iframe: { total: 0, open: 0, success: 0, failure: 0, errors: 0 },
};
const seriesFrom = (start: string, stepHours: number, length: number): CountsPoint[] =>
  Array.from({ length }, (_, index) => ({
    at: new Date(Date.parse(start) + index * stepHours * 3_600_000).toISOString(),
    ...none,
  }));
const labelsOf = (series: readonly CountsPoint[], widthRem: number, language = 'en') =>
  ticksOf(series, widthRem).map((at) => formatTick(at, stepOf(series), language).replace(/\s/g, ' '));

const hours = seriesFrom('2026-11-22T07:00:00Z', 1, 24);

const week = seriesFrom('2026-11-15T09:00:00Z', 4, 42);
const days = seriesFrom('2026-10-24T05:00:00Z', 24, 30);

test.each([
  ['a day', 80, hours, ['4 AM', '8 AM', '12 PM', '4 PM', '8 PM', '12 AM']],
  ['a day', 28, hours, ['4 AM', '8 AM', '12 PM', '4 PM', '8 PM', '12 AM']],
  ['a day', 20, hours, ['6 AM', '12 PM', '6 PM', '12 AM']],
  ['a day', 8, hours, ['12 PM', '12 AM']],
  ['a day', 0, hours, ['12 PM', '12 AM']],
  ['some hours', 20, seriesFrom('2026-11-22T15:00:00Z', 1, 8), ['10 AM', '12 PM', '2 PM', '4 PM']],
  ['some days', 30, week, ['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21', 'Nov 22']],
  ['some days', 20, week, ['Nov 16', 'Nov 18', 'Nov 20', 'Nov 22']],
  ['points of a day', 30, days, ['Oct 28', 'Nov 02', 'Nov 07', 'Nov 12', 'Nov 17', 'Nov 22']],
])('[METRICS-1] the axis of %s, %i rem wide, has even steps that fit', (_what, width, series, labels) => {
  expect(labelsOf(series, width)).toEqual(labels);
});

test('[METRICS-1] a series of two days by the hour, of one point, and of none has an axis', () => {
  expect(labelsOf(seriesFrom('2026-11-20T07:00:00Z', 1, 48), 8)).toHaveLength(2);
  expect(ticksOf(hours.slice(0, 1), 30)).toEqual([hours[0]?.at]);
  expect(ticksOf([], 30)).toEqual([]);
  expect(ticksOf(seriesFrom('2026-02-01T05:00:00Z', 168, 42), 30)).toHaveLength(7);
});

test('[METRICS-1] dates of the axis have the order of all dates', () => {
  const [label] = labelsOf(seriesFrom('2026-11-22T05:00:00Z', 24, 2), 30, 'es');
  expect(label).toBe('22 nov');
});

test.each([
  [0, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [23, [0, 6, 12, 18, 24]],
  [41, [0, 15, 30, 45, 60]],
  [1_250, [0, 350, 700, 1_050, 1_400]],
])('[METRICS-1] the axis of counts up to %i has four even, round steps', (highest, ticks) => {
  expect(countTicksOf(highest)).toEqual(ticks);
});

test('[METRICS-1] points extend from edge to edge, and a place belongs to the nearest of them', () => {
  const chart = { name: 'login', lines: ['success'] } as const;
  const { left, right, bottom, top, xOf, yOf, indexAt } = plotOf(chart, hours, 640);
  expect([xOf(0), xOf(23), yOf(0), yOf(4)]).toEqual([left, right, bottom, top]);
  expect([-9, left, xOf(6) - 5, xOf(6) + 5, 900].map(indexAt)).toEqual([0, 0, 6, 6, 23]);
  const single = plotOf(chart, hours.slice(0, 1), 640);
  expect([single.xOf(0), single.indexAt(0)]).toEqual([(left + right) / 2, 0]);
});
