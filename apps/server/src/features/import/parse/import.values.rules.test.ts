import { describe, expect, test } from 'vitest';
import { instantAt } from '../../../platform/business-day.ts';
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
    ['2026-03-08T00:00', '2026-03-08T05:00:00.000Z'],
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08T12:00', '2026-03-08T16:00:00.000Z'],
    ['2026-11-01T00:00', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01T01:30:15', '2026-11-01T05:30:15.000Z'],
    ['2026-11-01T12:00', '2026-11-01T17:00:00.000Z'],
    ['2027-02-28T00:00', '2027-02-28T05:00:00.000Z'],
  ])('the clocks show %s at %s, also when they change', (time, instant) => {
    expect(instantAt(time, timeZone).toISOString()).toBe(instant);
  });

  test('a day begins an hour late where clocks skip midnight', () => {
    expect(instantAt('2026-03-08T00:00', 'America/Havana').toISOString()).toBe('2026-03-08T05:00:00.000Z');
  });
});
