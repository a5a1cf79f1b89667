import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  [null, ['es-MX', 'en-US'], 'es'],
  [null, ['fr-FR', 'es'], 'es'],
  [null, ['en-GB', 'es'], 'en'],
  [null, ['fr-FR', 'de'], 'en'],
  [null, [], 'en'],
  ['es', ['en-US'], 'es'],
  ['en', ['es-MX'], 'en'],
  ['xx', ['es-MX'], 'es'],
] as const)('[SHELL-11] kept choice %j, browser %j: the page speaks %s', (kept, ofBrowser, language) => {
  expect(preferredLanguage(kept, ofBrowser)).toBe(language);
});
