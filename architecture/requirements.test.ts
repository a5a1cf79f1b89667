import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

test('a test of `npm test` names every promise of docs/requirements.md, unless no page keeps any of it yet', () => {
  const promises = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  const lines = [...promises.matchAll(/^- ([A-Z]+-\d+)\b(.*)$/gm)];
  const idsOf = (isKept: boolean) =>
    lines.filter(([, , text]) => isKept !== text?.includes('*Yet: none of it')).map(([, id]) => id ?? '');
  const ids = idsOf(true);
  expect(ids.length).toBeGreaterThan(50);
  const tests = listFiles()
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path) && !path.includes('.slow.'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const titles = [...tests.matchAll(/\[((?:[A-Z]+-\d+(?:, )?)+)\]/g)].flatMap(
    ([, list]) => list?.split(', ') ?? [],
  );
  expect(ids.filter((id) => !titles.includes(id))).toEqual([]);
  expect(idsOf(false).filter((id) => titles.includes(id))).toEqual([]);
  const known = lines.map(([, id]) => id);
  expect([...new Set(titles)].filter((id) => !known.includes(id))).toEqual([]);
});
