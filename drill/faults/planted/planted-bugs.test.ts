import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantIn } from './planted-bug.ts';
import { plantedBugs } from './planted-bugs.ts';

const sources = join(import.meta.dirname, '..', '..', '..', 'apps', 'server', 'src');

test.each(Object.entries(plantedBugs))('%s has its place in the code', (_name, bug) => {
  const source = readFileSync(join(sources, bug.file), 'utf8');
  expect(plantIn(source, bug)).not.toBe(source);
});
