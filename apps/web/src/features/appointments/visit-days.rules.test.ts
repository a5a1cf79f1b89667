import { lastVisitDay } from '@myaccount/contract/appointments';
import { expect, test } from 'vitest';
import { nextWindow, slotsOf, windowUntil } from './visit-days.rules.ts';

test.each([
  ['2026-11-01', 7, '2026-12-07'],
  ['2026-11-30', 7, '2026-12-07'],
  ['2026-12-31', 7, '2027-01-07'],
  ['2028-02-29', 7, '2028-03-07'],
  ['2026-11-15', 0, '2026-11-30'],
])('[SCHEDULE-2] on %s, with %i further days, the calendar ends on %s', (today, days, last) => {
  expect(lastVisitDay(today, days)).toBe(last);
});

test.each([
  ['2026-11-16', '2026-11-30'],
  ['2026-11-30', '2026-11-30'],
  ['2026-12-01', '2026-12-15'],
])('[SCHEDULE-2] %s beyond Nov 15 loads until %s', (day, last) => {
  expect(nextWindow('2026-11-15', day, 15)).toEqual({ first: '2026-11-16', last });
});

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2027-02-01', '2027-01-02'],
  ['2026-11-01', '2026-11-02'],
])('[SCHEDULE-2] until %s, one request loads the days until %s', (day, last) => {
  expect(windowUntil(day, '2026-11-02')).toEqual({ first: '2026-11-02', last });
});

const slot = (hour: string) => ({ start: `2026-11-24T${hour}:00:00Z`, end: `2026-11-24T${hour}:30:00Z` });
const days = [{ start: '2026-11-24', Slots: [slot('15'), slot('09'), slot('12')] }];

test('[SCHEDULE-2] a day has its own times, in order', () => {
  expect(slotsOf(days, '2026-11-24')).toEqual([slot('09'), slot('12'), slot('15')]);
  expect(slotsOf(days, '2026-11-25')).toEqual([]);
});
