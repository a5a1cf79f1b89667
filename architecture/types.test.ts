import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

interface Declaration {
  readonly name: string;
  readonly path: string;
  readonly isExported: boolean;
}

const declaration = /^[ \t]*(export )?(?:default )?(?:abstract )?(?:interface|type|class) ([A-Z]\w*)/gm;
const code = listFiles().filter((path) =>
  /^(apps|packages|scripts|bench|e2e|architecture)\/.*(?<!\.generated)\.tsx?$/.test(path),
);
const sources = code.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const declarations = sources.flatMap(({ path, text }) => declarationsOf(path, text));

function declarationsOf(path: string, text: string): Declaration[] {
  return [...text.matchAll(declaration)].map(([, exported, name = '']) => ({
    name,
    path,
    isExported: exported !== undefined,
  }));
}

/** Words that no type's name contains: metaphors, and participles without a noun. */
const bannedWords = [
  ...['Answered', 'Asked', 'Begun', 'Given', 'Granted', 'Judged', 'Learned', 'Learnt', 'Told', 'Wanted'],
  ...['Books', 'Desk', 'Journey', 'Patience', 'Postman', 'Saying', 'Sayings', 'Wish', 'Word', 'Words'],
];
/** Participles that do not end in -ed. */
const irregularParticiples = [
  'Drawn',
  'Found',
  'Kept',
  'Known',
  'Sent',
  'Shown',
  'Taken',
  'Unknown',
  'Written',
];

function isBanned(name: string): boolean {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [];
  if (words.some((word) => bannedWords.includes(word))) return true;
  const [only = ''] = words;
  return words.length === 1 && (irregularParticiples.includes(only) || /[^e]ed$/.test(only));
}

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

describe('names of types', () => {
  test('no type is a participle or a metaphor; docs/glossary.md has the words', () => {
    const banned = declarations.filter(({ name }) => isBanned(name));
    expect(banned.map(({ name, path }) => `${path}: ${name}`)).toEqual([]);
  });

  test('no two exported types of one app have the same name', () => {
    const exported = declarations.filter(({ isExported }) => isExported);
    const appOf = (path: string) =>
      path
        .split('/')
        .slice(0, path.startsWith('apps/') ? 2 : 1)
        .join('/');
    const paths = Map.groupBy(exported, ({ name, path }) => `${appOf(path)} ${name}`);
    const repeated = [...paths].filter(([, found]) => found.length > 1);
    expect(repeated.map(([name, found]) => [name, ...found.map(({ path }) => path)])).toEqual([]);
  });
});

describe('members of exported interfaces', () => {
  test('are readonly: a change makes a new object', () => {
    expect(sources.flatMap(writableMembers)).toEqual([]);
  });
});
