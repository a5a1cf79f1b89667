import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemStatus } from '@myaccount/contract/problem';
import { describe, expect, test } from 'vitest';
import { listSources, root } from './source-files.ts';

type Tree = { [key: string]: string | Tree };

/** Dotted keys of a tree of texts, plural forms folded together. */
function keysOf(tree: Tree, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...path, key.replace(/_(one|many|other)$/, '')];
    return typeof value === 'string' ? [here.join('.')] : keysOf(value, here);
  });
}

/** Texts of an app in one language, each file under its name. */
function loadTexts(app: 'server' | 'web', language: 'en' | 'es'): Tree {
  const folder = join(root, 'apps', app, 'locales', language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tree,
    ]),
  );
}

function sourcesOf(folder: string): string {
  return listSources(folder)
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
}

describe.each(['server', 'web'] as const)('texts of the %s', (app) => {
  const english = [...new Set(keysOf(loadTexts(app, 'en')))].sort();

  test('[SHELL-11] English and Spanish have the same texts', () => {
    const spanish = [...new Set(keysOf(loadTexts(app, 'es')))].sort();
    expect(spanish).toEqual(english);
  });

  test('no text is empty', () => {
    const isEmpty = (tree: Tree): boolean =>
      Object.values(tree).some((value) => (typeof value === 'string' ? value.trim() === '' : isEmpty(value)));
    expect(isEmpty(loadTexts(app, 'en'))).toBe(false);
    expect(isEmpty(loadTexts(app, 'es'))).toBe(false);
  });
});

describe('problem codes', () => {
  test('each is answered by the server', () => {
    const server = sourcesOf('apps/server/src/');
    expect(Object.keys(problemStatus).filter((code) => !server.includes(`'${code}'`))).toEqual([]);
  });

  test('[API-25] each has words in both languages', () => {
    for (const language of ['en', 'es'] as const) {
      const { problems } = loadTexts('web', language) as { problems: Record<string, string> };
      const unworded = Object.keys(problemStatus).filter((code) => !problems?.[code.replaceAll('.', '-')]);
      expect(unworded, language).toEqual([]);
    }
  });
});
