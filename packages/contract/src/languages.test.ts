import { describe, expect, test } from 'vitest';
import { formatDay, formatMonth, formatMonthDay, formatShortDay } from './dates.ts';
import { fieldIn, type Language, languageEntries, languages } from './languages.ts';

describe.each(languages)('the entry of %s', (language) => {
  const { locale, months } = languageEntries[language];

  test('[SHELL-11] has a locale of that language, with the region that documents name', () => {
    expect(new Intl.Locale(locale)).toMatchObject({ language, region: expect.stringMatching(/^[A-Z]{2}$/) });
  });

  test('[SHELL-12] names the months as that language does, and shortens each to unique letters', () => {
    const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    expect(months).toEqual(months.map((_, month) => name.format(new Date(Date.UTC(2026, month)))));
    expect(new Set(months.map((month) => month.slice(0, 3))).size).toBe(12);
  });
});

test.each([
  ['2024-01-05', 'en', 'Jan 05, 2024', 'Jan 05, 2024', 'Jan 05', 'Jan'],
  ['2024-01-05', 'es', '5 de enero de 2024', '5 ene 2024', '5 ene', 'ene'],
  ['2026-09-30', 'en', 'Sep 30, 2026', 'Sep 30, 2026', 'Sep 30', 'Sep'],
  ['2026-09-30', 'es', '30 de septiembre de 2026', '30 sep 2026', '30 sep', 'sep'],
] as const)('[SHELL-12] the day %s reads in %s as %s', (day, language, ...texts) => {
  expect(
    [formatDay, formatShortDay, formatMonthDay, formatMonth].map((format) => format(day, language)),
  ).toEqual(texts);
});

/** Reads a date as a person does who knows the names of the months. */
function readDay(text: string, language: Language): string {
  const numbers = text.match(/\d+/g) ?? [];
  const [year = '', day = ''] = numbers.toSorted((one, other) => other.length - one.length);
  const [name = ''] = text.match(/\p{L}{3,}/u) ?? [];
  const month = languageEntries[language].months.findIndex((each) => each.startsWith(name)) + 1;
  return [year, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
}

test.each(languages)(
  '[SHELL-12] every day of eight years is read back from both of its forms, in %s',
  (language) => {
    for (let at = Date.UTC(2024, 0); at < Date.UTC(2032, 0); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      const texts = [formatDay(day, language), formatShortDay(day, language)];
      expect(texts.map((text) => readDay(text, language))).toEqual([day, day]);
    }
  },
);

test('[SHELL-12] a day that is not known is no error', () => {
  expect(languages.map((language) => typeof formatDay('', language))).toEqual(['string', 'string']);
});

test('an operator’s label is in `label`, its translation in a field of the language', () => {
  expect([fieldIn('label', 'en'), fieldIn('label', 'es')]).toEqual(['label', 'labelEs']);
});
