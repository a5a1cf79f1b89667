import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methods } from './feature-call.ts';
import { formatFiles } from './format-files.ts';
import { bin, lintOptions, makeTestCheckout } from './test-checkout.ts';
import { writeFeature } from './write-feature.ts';

const root = resolve(import.meta.dirname, '..', '..');
let checkout: string;
beforeAll(() => {
  checkout = makeTestCheckout();
});
afterAll(() => rmSync(checkout, { recursive: true }));

/** The words of the features to come, from the first column of the table in docs/architecture.md. */
function wordsToCome(): string[] {
  const section =
    readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/^## Features to come/m)[1] ?? '';
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell.replace(/\(.*\)/, ''));
  return cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, word = '']) => word));
}

test('every feature to come, with all methods and a page, type-checks and passes lint', {
  timeout: 1_800_000,
}, () => {
  const words = wordsToCome();
  expect(words).not.toEqual([]);
  const paths = new Set<string>();
  for (const word of words) {
    for (const method of methods) {
      const result = writeFeature(checkout, word, { method, withPage: method === 'GET' });
      if ('refused' in result) throw new Error(`${word}: ${result.refused}`);
      for (const path of [...result.created, ...result.changed]) paths.add(path);
    }
  }
  formatFiles(checkout, [...paths]);
  const types = spawnSync(bin('tsc'), ['-b'], { cwd: checkout, encoding: 'utf8' });
  expect(types.stdout).toBe('');
  const code = [...paths].filter((path) => /\.(tsx?|json)$/.test(path));
  const lint = spawnSync(bin('biome'), ['check', ...lintOptions, ...code], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(lint.status, lint.stdout + lint.stderr).toBe(0);
});
