import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  [null, ['es-MX', 'en-US'], 'es'],
  [null, ['zz-ZZ', 'es'], 'es'],
  [null, ['en-GB', 'es'], 'en'],
  [null, ['zz-ZZ', 'yy'], 'en'],
  [null, ['est-EE', 'ES-mx'], 'es'],
  [null, [], 'en'],
  ['es', ['en-US'], 'es'],
  ['en', ['es-MX'], 'en'],
  ['xx', ['es-MX'], 'es'],
] as const)('[SHELL-11] kept choice %j, browser %j: the page speaks %s', (kept, ofBrowser, language) => {
  expect(preferredLanguage(kept, ofBrowser)).toBe(language);
});
