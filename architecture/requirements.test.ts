import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

test('every promise of docs/requirements.md is named by a test', () => {
  const promises = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  const ids = [...promises.matchAll(/^- ([A-Z]+-\d+)\b/gm)].map(([, id]) => id ?? '');
  expect(ids.length).toBeGreaterThan(50);
  const tests = listFiles()
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const titles = [...tests.matchAll(/\[((?:[A-Z]+-\d+(?:, )?)+)\]/g)].flatMap(
    ([, list]) => list?.split(', ') ?? [],
  );
  expect(ids.filter((id) => !titles.includes(id))).toEqual([]);
});
