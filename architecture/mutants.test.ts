import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MutantList } from '../mutants/mutant.ts';
import { root } from './source-files.ts';

const { mutants }: MutantList = JSON.parse(readFileSync(join(root, 'mutants/mutants.json'), 'utf8'));

/** Returns how often a file has a line, whatever its indentation. */
function countLine(file: string, line: string): number {
  const path = join(root, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((text) => text.trim() === line).length;
}

test('each place that `npm run mutants` breaks is there, once, and so are its tests', () => {
  const gone = mutants.filter(
    ({ file, line, tests }) =>
      countLine(file, line) !== 1 || !tests.every((path) => existsSync(join(root, path))),
  );
  expect(gone).toEqual([]);
});
