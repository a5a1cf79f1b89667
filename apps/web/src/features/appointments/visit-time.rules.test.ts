import { describe, expect, test } from 'vitest';
import { dayIn } from '../../ui/time.ts';
import {
  oneStop,
  rangeEnds,
  rangeText,
  together,
  visitDay,
  zoneName,
  zonesDiffer,
} from './visit-time.rules.ts';

const newYork = 'America/New_York';
const display = (more: object = {}) => ({ language: 'en', timeZone: newYork, namesZone: false, ...more });
const slot = (start: string, end: string) => ({
  start: `2026-11-24T${start}:00Z`,
  end: `2026-11-24T${end}:00Z`,
});
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('\u2060', '');

describe('the time of a visit', () => {
  test.each([
    ['en', '14:00', '16:00', '9', '11 AM'],
    ['en', '16:00', '18:00', '11 AM', '1 PM'],
    ['es', '16:00', '18:00', '11 a.m.', '1 p.m.'],
    ['en', '14:00', '14:00', '9 AM', '9 AM'],
  ])('[SCHEDULE-1] has two ends for a sentence, in %s: %s to %s', (language, start, end, from, to) => {
    const ends = rangeEnds(slot(start, end), display({ language }));
    expect([ends.from, ends.to].map(plain)).toEqual([from, to]);
  });

  test.each([
    ['en', '04:00', '06:00', '11 PM – 1 AM', '11 PM', '1 AM'],
    ['en', '04:30', '05:00', '11:30 PM – 12:00 AM', '11:30 PM', '12:00 AM'],
    ['es', '04:00', '06:00', '11 p.m. – 1 a.m.', '11 p.m.', '1 a.m.'],
  ])('[SCHEDULE-1] over midnight has no dates, in %s: %s to %s', (language, start, end, text, from, to) => {
    expect(plain(rangeText(slot(start, end), display({ language })))).toBe(text);
    const ends = rangeEnds(slot(start, end), display({ language }));
    expect([ends.from, ends.to].map(plain)).toEqual([from, to]);
  });

  test('[SCHEDULE-1] of more than a day has them', () => {
    const long = { start: '2026-11-24T14:00:00Z', end: '2026-11-25T14:00:00Z' };
    expect(plain(rangeText(long, display()))).toBe('11/24/2026, 9 AM – 11/25/2026, 9 AM');
  });

  test('[SCHEDULE-1] names its zone where the reader’s clock differs', () => {
    expect(plain(rangeText(slot('14:00', '16:00'), display({ namesZone: true })))).toBe('9 – 11 AM EST');
    expect(plain(rangeEnds(slot('14:00', '16:00'), display({ namesZone: true })).to)).toBe('11 AM EST');
  });

  test('[SCHEDULE-1] keeps the minutes of a zone that is off by half an hour', () => {
    const text = rangeText(slot('04:00', '05:00'), display({ timeZone: 'Asia/Kolkata' }));
    expect(plain(text)).toBe('9:30 – 10:30 AM');
  });

  test.each([
    ['in one half of the day', 'en', '14:00', '16:00', '9\u00a0–\u2060\u00a011\u00a0AM'],
    ['with minutes', 'en', '14:30', '16:00', '9:30\u00a0–\u2060\u00a011:00\u00a0AM'],
    ['in one half of the day', 'es', '18:00', '20:00', '1–\u20603\u00a0p.m.'],
    ['from morning to afternoon', 'en', '16:00', '18:00', '11\u00a0AM\u00a0– 1\u00a0PM'],
    ['from morning to afternoon', 'es', '16:00', '18:00', '11\u00a0a.m.\u00a0– 1\u00a0p.m.'],
  ])('[SCHEDULE-1] a range breaks after its dash, if at all: %s, in %s', (_what, language, ...time) => {
    const [start, end, text] = time;
    expect(rangeText(slot(start, end), display({ language }))).toBe(text);
  });

  test.each([
    ['between 9 and 11 AM', '9', 'between 9\u00a0and\u00a011\u00a0AM'],
    ['de 1 a 3 p.m.', '1', 'de 1\u00a0a\u00a03\u00a0p.m.'],
    ['between 11\u00a0AM and 1\u00a0PM', '11\u00a0AM', 'between 11\u00a0AM and 1\u00a0PM'],
    ['between 9:30 and 11:00\u00a0AM EST', '9:30', 'between 9:30 and 11:00\u00a0AM EST'],
  ])('[SCHEDULE-1] stays together in a sentence unless it is long: %s', (text, from, shown) => {
    expect(together(text, from)).toBe(shown);
  });
});

test.each([
  ['de 9 a 11 a.m..', 'de 9 a 11 a.m.'],
  ['de 9 a 11 a.m. EST.', 'de 9 a 11 a.m. EST.'],
])('[SCHEDULE-1] a sentence ends in one stop: %s', (text, sentence) => {
  expect(oneStop(text)).toBe(sentence);
});

describe('the zone of a visit', () => {
  const winter = new Date('2026-11-24T14:00:00Z');
  test.each([
    ['America/New_York', false],
    ['America/Detroit', false],
    ['America/Chicago', true],
    ['UTC', true],
  ])('[SCHEDULE-1] differs from %s: %s', (zone, differs) => {
    expect(zonesDiffer(winter, newYork, zone)).toBe(differs);
  });

  test('[SCHEDULE-1] differs from one that has no summer time in summer only', () => {
    expect(zonesDiffer(winter, newYork, 'America/Panama')).toBe(false);
    expect(zonesDiffer(new Date('2026-07-24T14:00:00Z'), newYork, 'America/Panama')).toBe(true);
  });

  test.each([
    ['en', 'Eastern Standard Time'],
    ['es', 'hora estándar oriental'],
  ])('[SCHEDULE-1] has a name in %s', (language, name) => {
    expect(zoneName(winter, display({ language }))).toBe(name);
  });
});

describe('the day of a visit', () => {
  test('[SCHEDULE-1] is the day in its own zone', () => {
    expect(dayIn(new Date('2026-11-25T04:59:00Z'), newYork)).toBe('2026-11-24');
    expect(dayIn(new Date('2026-11-25T05:00:00Z'), newYork)).toBe('2026-11-25');
  });

  test.each([
    ['en', 'Tuesday, Nov 24, 2026'],
    ['es', 'martes 24 de noviembre de 2026'],
  ])('[SHELL-12] has its weekday, in %s', (language, text) => {
    expect(plain(visitDay('2026-11-24', language))).toBe(text);
  });
});
