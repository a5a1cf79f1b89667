import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '../../architecture/source-files.ts';
import { methods } from './feature-call.ts';
import { formatFiles } from './format-files.ts';
import { writeFeature } from './write-feature.ts';

const root = resolve(import.meta.dirname, '..', '..');
const bin = (program: string) => join(root, 'node_modules', '.bin', program);
let checkout: string;

/** A checkout with the files of this one and its dependencies; the workspaces' packages are those of the copy. */
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'new-feature-checkout-'));
  for (const path of listFiles()) cpSync(join(root, path), join(checkout, path));
  const modules = join(checkout, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.cache') continue;
    const source = join(root, 'node_modules', name);
    if (name === '@myaccount')
      cpSync(source, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, join(modules, name));
  }
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
  timeout: 300_000,
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
  // Shared files that grew by all features at once are longer than lint lets a file or function be.
  const options = ['check', '--vcs-enabled=false', '--error-on-warnings', '--max-diagnostics=200'];
  const skipped = ['style/noExcessiveLinesPerFile', 'complexity/noExcessiveLinesPerFunction'];
  const skip = skipped.map((rule) => `--skip=${rule}`);
  expect(() =>
    execFileSync(bin('biome'), [...options, ...skip, ...code], { cwd: checkout, stdio: 'pipe' }),
  ).not.toThrow();
});
