import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockHour, formatMonthDay } from '@myaccount/contract/dates';
import { languages } from '@myaccount/contract/languages';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { expect, test } from 'vitest';
import { nearDay, visitDay } from '../features/appointments/visit-time.rules.ts';
import { changeConfig } from '../testing/web-config.ts';
import { calendarDay, dayText } from './calendar-days.ts';
import { pageNumberFrom, shownPages } from './page-number.ts';
import {
  businessToday,
  formatDay,
  formatDuration,
  formatMoment,
  formatShortDay,
  formatTime,
} from './time.ts';

/** Shows where a text may break. */
const breaksOf = (text: string) => text.replaceAll(' ', '|').replaceAll(/[\u00a0\u202f]/g, ' ');

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

test.each([
  ['2024-01-05', 'en', 'Jan 05, 2024', 'Jan 05, 2024'],
  ['2024-01-05', 'es', '5 de enero|de 2024', '5 ene 2024'],
  ['2026-12-31', 'es', '31 de diciembre|de 2026', '31 dic 2026'],
])('[SHELL-12] the day %s reads in %s as %s, and breaks only at its year', (day, language, text, short) => {
  expect([formatDay, formatShortDay].map((format) => breaksOf(format(day, language)))).toEqual([text, short]);
});

test('[SHELL-12] every form of a date is written as docs/copy.md says', () => {
  const day = '2026-11-01';
  const forms = languages.map((language) => [
    formatDay(day, language),
    formatShortDay(day, language),
    visitDay(day, language),
    nearDay(day, language),
    calendarDay(day, language),
    dayText(day, language, { month: 'long', year: 'numeric' }),
    formatMonthDay(day, language),
  ]);
  const copy = readFileSync(join(import.meta.dirname, '../../../../docs/copy.md'), 'utf8');
  const [, table = ''] = copy.split('## Dates\n');
  const rows = [...(table.split('\n## ', 1)[0] ?? '').matchAll(/^\| (?!Where)[^|]+ \| (.+) \| (.+) \|$/gm)];
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(forms.map((texts) => texts.map(plain))).toEqual([
    rows.map(([, english]) => english),
    rows.map(([, , spanish]) => spanish),
  ]);
});

test.each([
  ['2026-11-24T20:42:00Z', 'en', '3:42 PM EST', 3],
  ['2026-07-24T20:42:00Z', 'en', '4:42 PM EDT', 4],
  ['2026-11-24T18:05:00Z', 'es', '1:05 p.m. EST', 1],
  ['2026-11-25T05:05:00Z', 'es', '12:05 a.m. EST', 12],
])('[SHELL-12] the time %s reads in %s as %s, in the operator’s zone', (instant, language, text, hour) => {
  expect(formatTime(new Date(instant), language).replace(/\s/g, ' ')).toBe(text);
  expect(clockHour(new Date(instant), 'America/New_York')).toBe(hour);
});

test.each([
  ['2026-11-24T20:42:00Z', 'en', 'Nov 24, 2026,|3:42 PM EST'],
  ['2026-11-24T18:05:00Z', 'es', '24 nov 2026,|1:05 p.m. EST'],
])('the moment %s reads in %s as %s, and breaks between day and time only', (instant, language, text) => {
  expect(breaksOf(formatMoment(instant, language))).toBe(text);
});

test.each([
  [84.99, '$84.99'],
  [1084.9, '$1,084.90'],
  [0, '$0.00'],
  [1234567.01, '$1,234,567.01'],
])('[SHELL-12] %d dollars read %s', (dollars, text) => {
  expect(formatCents(centsOf(dollars))).toBe(text);
});

test.each([
  [45, 'en', '45 seconds'],
  [91, 'en', '2 minutes'],
  [300, 'es', '5 minutos'],
])('a wait of %d seconds reads in %s as %s', (seconds, language, text) => {
  expect(formatDuration(seconds, language)).toBe(text);
});

test.each([
  ['2', 2],
  ['99999999999999999999', 1_000_000],
])('page %j of an address is page %d', (text, page) => {
  expect(pageNumberFrom(text)).toBe(page);
});

test('any other page of an address is the first', () => {
  const others = [undefined, '', '0', '-3', '1.5', 'x', '1e1', '5.0', '+5', ' 5'];
  expect(others.filter((text) => pageNumberFrom(text) !== 1)).toEqual([]);
});

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 'gap', 9]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
  [9, 9, [1, 'gap', 8, 9]],
] as const)('page %d of %d shows %j', (current, total, shown) => {
  expect(shownPages(current, total)).toEqual(shown);
});
