import { expect, test } from 'vitest';
import { cycleOf } from './business-day.ts';

test.each([
  ['on its day', '2026-11-05', 5, '2026-11-05', '2026-12-04'],
  ['the day before', '2026-11-04', 5, '2026-10-05', '2026-11-04'],
  ['in a month with the day', '2026-03-31', 31, '2026-03-31', '2026-04-29'],
  ['in a month without the day', '2026-04-29', 31, '2026-03-31', '2026-04-29'],
  ['on the last day of a month without the day', '2026-04-30', 31, '2026-04-30', '2026-05-30'],
  ['in February', '2026-02-27', 30, '2026-01-30', '2026-02-27'],
  ['on the last of February', '2026-02-28', 30, '2026-02-28', '2026-03-29'],
  ['in a leap year', '2028-02-29', 29, '2028-02-29', '2028-03-28'],
  ['over the end of a year', '2026-01-15', 31, '2025-12-31', '2026-01-30'],
])('[KINDS-10] the cycle that contains a day: %s', (_when, day, cycleDay, start, end) => {
  expect(cycleOf(day, cycleDay)).toEqual({ start, end });
});
