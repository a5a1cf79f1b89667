import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLanguage, type Language, languages } from '@myaccount/contract/languages';
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

/** Names that texts fill in, such as `{{amount}}`, by dotted key; those of plural forms together. */
function valuesOf(tree: Tree, path = ''): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(tree)) {
    const here = `${path}.${key.replace(/_(one|many|other)$/, '')}`;
    if (typeof value !== 'string') Object.assign(found, valuesOf(value, here));
    else found[here] = [...new Set([...(found[here] ?? []), ...(value.match(/{{\w+/g) ?? [])])].sort();
  }
  return found;
}

/** Texts of a package in one language, each file under its name. */
function loadTexts(place: string, language: Language): Tree {
  const folder = join(root, place, 'locales', language);
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

describe.each(['apps/server', 'apps/web', 'packages/contract'])('texts of %s', (app) => {
  test('a folder of texts exists for every language of the contract and for no other', () => {
    expect(readdirSync(join(root, app, 'locales')).sort()).toEqual([...languages].sort());
  });

  test.each(languages)('[SHELL-11] %s has the same texts as the default language', (language) => {
    const textKeys = (of: Language) => [...new Set(keysOf(loadTexts(app, of)))].sort();
    expect(textKeys(language)).toEqual(textKeys(defaultLanguage));
  });

  test.each(languages)('[SHELL-11] %s fills in the same values as the default language', (language) => {
    expect(valuesOf(loadTexts(app, language))).toEqual(valuesOf(loadTexts(app, defaultLanguage)));
  });

  test.each(languages)('no text is empty in %s', (language) => {
    const isEmpty = (tree: Tree): boolean =>
      Object.values(tree).some((value) => (typeof value === 'string' ? value.trim() === '' : isEmpty(value)));
    expect(isEmpty(loadTexts(app, language))).toBe(false);
  });
});

describe('problem codes', () => {
  test('each is answered by the server', () => {
    const server = sourcesOf('apps/server/src/');
    expect(Object.keys(problemStatus).filter((code) => !server.includes(`'${code}'`))).toEqual([]);
  });

  test('[API-25] each has a text in every language', () => {
    for (const language of languages) {
      const { problems } = loadTexts('apps/web', language) as { problems: Record<string, string> };
      const unworded = Object.keys(problemStatus).filter((code) => !problems?.[code.replaceAll('.', '-')]);
      expect(unworded, language).toEqual([]);
    }
  });
});
