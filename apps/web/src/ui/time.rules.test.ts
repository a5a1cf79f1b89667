import { expect, test } from 'vitest';
import { changeConfig } from '../testing/web-config.ts';
import { businessToday } from './time.ts';

test.each([
  ['in the table', '2026-11-26T04:59:59.999Z', '2026-11-25'],
  ['in the table, at midnight', '2026-11-26T05:00:00.000Z', '2026-11-26'],
  ['at its start', '2026-11-01T06:00:00.000Z', '2026-11-01'],
  ['before it, in summer', '2026-11-01T03:59:59.000Z', '2026-10-31'],
  ['after it, in summer', '2027-03-15T04:00:00.000Z', '2027-03-15'],
])('[SHELL-12] the day of an instant %s', (_where, instant, day) => {
  const winter = { from: '2026-11-01T06:00:00.000Z', until: '2027-03-14T07:00:00.000Z', minutes: -300 };
  changeConfig({ utcOffsets: [winter] });
  expect(businessToday(new Date(instant))).toBe(day);
});
