import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakpoints } from './breakpoints.ts';

const sourceFolder = join(import.meta.dirname, '..');
const pixelsPerEm = 16;

test('[CONFIG-2] the layout changes at 48em and 992 px, in code and in every style sheet', () => {
  expect(breakpoints).toEqual({ tablet: '48em', desktop: '992px' });
  const allowed = [48, 992 / pixelsPerEm].flatMap((em) => [
    `min-width: ${em}em`,
    `max-width: ${em - 0.01}em`,
  ]);
  const used = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(sourceFolder, name), 'utf8'))
    .flatMap((css) => [...css.matchAll(/\((m(?:in|ax)-width: [^)]+)\)/g)].map(([, query]) => query ?? ''));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((query) => !allowed.includes(query))).toEqual([]);
});
