import { describe, expect, test } from 'vitest';
import { formatDay } from './dates.ts';
import { fieldIn, languageEntries, languages } from './languages.ts';

describe.each(languages)('the entry of %s', (language) => {
  const { locale, months } = languageEntries[language];

  test('[SHELL-11] has a locale of that language, with the region that documents name', () => {
    expect(new Intl.Locale(locale)).toMatchObject({ language, region: expect.stringMatching(/^[A-Z]{2}$/) });
  });

  test('[SHELL-12] shortens each month to its own three letters', () => {
    expect(new Set(months).size).toBe(12);
    const names = months.map((_, month) =>
      new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
        new Date(Date.UTC(2026, month)),
      ),
    );
    expect(months.every((short) => [...short].length === 3)).toBe(true);
    expect(months.map((short, month) => names[month]?.startsWith(short))).toEqual(months.map(() => true));
  });
});

test.each([
  ['2024-01-05', 'en', 'Jan 05, 2024'],
  ['2024-01-05', 'es', 'ene 05, 2024'],
  ['2026-09-30', 'en', 'Sep 30, 2026'],
  ['2026-09-30', 'es', 'sep 30, 2026'],
  ['2026-12-31', 'es', 'dic 31, 2026'],
] as const)('[SHELL-12] the day %s reads in %s as %s', (day, language, text) => {
  expect(formatDay(day, language)).toBe(text);
});

test('an operator’s label is in `label`, its translation in a field of the language', () => {
  expect([fieldIn('label', 'en'), fieldIn('label', 'es')]).toEqual(['label', 'labelEs']);
});
