import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinLocale } from '../../build/joined-locales.ts';

const sourceFolder = join(import.meta.dirname, '..');

function keysOf(tree: Record<string, unknown>, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[...path, key.replace(/_(one|many|other)$/, '')].join('.')]
      : keysOf(value as Record<string, unknown>, [...path, key]),
  );
}

const source = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(sourceFolder, name), 'utf8'))
  .join('\n');
const keys = [...new Set(keysOf(joinLocale('en')))];
/** Keys that a page puts together: “payments.state.” and what follows. */
const puzzled = [...source.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)].map(([, prefix]) => prefix ?? '');

test('every text is used', () => {
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) || puzzled.some((prefix) => key.startsWith(prefix));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('every text that a page names is there', () => {
  const named = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((key) => !keys.includes(key))).toEqual([]);
});
