import { expect, test } from 'vitest';
import { addDays, addMonths } from './calendar.ts';

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-03-07', 2, '2026-03-09'],
  ['2026-11-24', 0, '2026-11-24'],
])('from %s on, %i days later is %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-05', 1, '2027-01-05'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -13, '2025-02-28'],
])('from %s on, %i months later is %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later);
});
