import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants, placesOf } from '../mutants/mutant.ts';
import { root } from './source-files.ts';

/** Returns how often a file has a line, whatever its indentation. */
function countLine(file: string, line: string): number {
  const path = join(root, file);
  return existsSync(path) ? placesOf(readFileSync(path, 'utf8').split('\n'), line).length : 0;
}

test('each place that `npm run mutants` breaks is there, once, and so are its tests', () => {
  const gone = mutants.filter(
    ({ file, line, tests }) =>
      countLine(file, line) !== 1 || !tests.every((path) => existsSync(join(root, path))),
  );
  expect(gone).toEqual([]);
});
