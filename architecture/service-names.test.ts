import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, root } from './source-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('[OPS-3] each constant that the log or probe-services names is in the file that it says', () => {
  const sources = ['apps/server/src/', 'apps/web/src/'].flatMap(listSources);
  const named = sources.flatMap((path) => [
    ...read(path).matchAll(/([a-z]\w*)(?:\.(\w+))? \(([\w.-]+\.(?:names|rules)\.ts)\)/g),
  ]);
  const missing = named.filter(([, constant, member, file]) => {
    const path = sources.find((source) => basename(source) === file);
    const text = path ? read(path) : '';
    const hasMember = member === undefined || new RegExp(`\\b${member}: `).test(text);
    return !text.includes(`const ${constant}`) || !hasMember;
  });
  expect(missing.map(([label]) => label)).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});
