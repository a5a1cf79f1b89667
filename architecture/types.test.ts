import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

const exportedType = /^export (?:abstract )?(?:interface|type|class) ([A-Z]\w*)/gm;
const code = listFiles().filter((path) =>
  /^(apps|packages|scripts|bench|e2e|architecture)\/.*(?<!\.generated)\.tsx?$/.test(path),
);
const sources = code.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const exportedTypes = sources.flatMap(({ path, text }) =>
  [...text.matchAll(exportedType)].map(([, name = '']) => ({ name, path })),
);

/**
 * Members of exported interfaces that are not `readonly`, as "file: Interface.member". Methods are exempt.
 */
function writableMembers({ path, text }: { path: string; text: string }): string[] {
  const interfaces = text.matchAll(/^export interface (\w+)[^\n]*\{\n([\s\S]*?)^\}/gm);
  return [...interfaces].flatMap(([, name, body = '']) =>
    [...body.matchAll(/^ {2}(?!readonly )([\w$]+|'[^']+'|\[[^\]]+\])\??:/gm)].map(
      ([, member]) => `${path}: ${name}.${member}`,
    ),
  );
}

test('no two exported types of one app have the same name', () => {
  const appOf = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('apps/') ? 2 : 1)
      .join('/');
  const paths = Map.groupBy(exportedTypes, ({ name, path }) => `${appOf(path)} ${name}`);
  const repeated = [...paths].filter(([, found]) => found.length > 1);
  expect(repeated.map(([name, found]) => [name, ...found.map(({ path }) => path)])).toEqual([]);
});

test('members of exported interfaces are readonly: a change makes a new object', () => {
  expect(sources.flatMap(writableMembers)).toEqual([]);
});
