import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunks } from './chunks.ts';

const root = join(import.meta.dirname, '../../..');
const files = globSync(['apps/web/src/**/*', 'packages/contract/src/*'], { cwd: root });

test('each name in the lists of chunks is that of a file', () => {
  const sources = chunks.map((chunk) => chunk.test?.source.replaceAll('\\/', '/') ?? '');
  const listed = [...sources.join('|').matchAll(/\/([\w/]+)\/\(\?:([\w\\.|-]+)\)/g)].flatMap(
    ([, folder, names = '']) => names.split('|').map((name) => `/${folder}/${name}`),
  );
  expect(listed.length).toBeGreaterThan(60);
  expect(listed.filter((name) => !files.some((file) => new RegExp(name).test(file)))).toEqual([]);
});
