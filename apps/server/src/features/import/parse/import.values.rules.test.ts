import { describe, expect, test } from 'vitest';
import { instantOn } from '../../../platform/business-day.ts';
import { occurredOn } from './import.values.rules.ts';

describe('days are those of the business time zone', () => {
  const timeZone = 'America/New_York';
  test.each([
    ['2026-10-21T03:59:00Z', '2026-10-20'],
    ['2026-10-21T04:00:00Z', '2026-10-21'],
    ['2026-12-01T04:59:59Z', '2026-11-30'],
    ['2026-10-20', '2026-10-20'],
  ])('%s is on %s', (occurred, day) => {
    expect(occurredOn(occurred, timeZone)).toBe(day);
  });

  test.each([
    ['2026-03-08', 0, '2026-03-08T05:00:00.000Z'],
    ['2026-03-08', 12, '2026-03-08T16:00:00.000Z'],
    ['2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', 12, '2026-11-01T17:00:00.000Z'],
    ['2027-02-28', 0, '2027-02-28T05:00:00.000Z'],
  ])('%s at %i o’clock, also when clocks change', (day, hour, instant) => {
    expect(instantOn(day, hour, timeZone).toISOString()).toBe(instant);
  });
});
