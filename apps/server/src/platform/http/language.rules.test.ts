import { expect, test } from 'vitest';
import { readerLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['es-US,es;q=0.9', 'es'],
  ['zz-ZZ, ES;q=0.8, en;q=0.5', 'es'],
  ['en-GB,es', 'en'],
  ['est-EE', 'en'],
  ['*', 'en'],
  [`${'zz,'.repeat(10)}es`, 'en'],
] as const)('[SHELL-11] a reader who accepts %j reads %s', (header, language) => {
  expect(readerLanguage(header)).toBe(language);
});
