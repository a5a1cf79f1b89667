import { expect, test, vi } from 'vitest';
import { fetchTexts, preferredLanguage } from './language.ts';

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

test.each([
  ['that are lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['of an answer 404', () => Promise.resolve(new Response('{}', { status: 404 }))],
  ['that are cut off', () => Promise.resolve(new Response('{"login":'))],
])('[SHELL-1] texts %s do not come', async (_what, answer) => {
  vi.stubGlobal('fetch', answer);
  expect(await fetchTexts('es')).toBeUndefined();
});
