import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsentKind, currentConsentVersion } from '@myaccount/contract/consent';
import { describe, expect, test } from 'vitest';
import { textsOf as hostedTextsOf } from '../apps/sandbox/src/hosted/texts.ts';
import { widgetTexts } from '../apps/sandbox/src/verify-pass/widget-texts.ts';
import { listSources } from './source-files.ts';

const root = join(import.meta.dirname, '..');
const folders = ['apps/web/locales', 'apps/server/locales', 'packages/contract/locales'];

interface TextPair {
  readonly key: string;
  readonly en: string;
  readonly es: string;
}

type Tree = { readonly [key: string]: string | Tree };

function leavesOf(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : leavesOf(value, `${path}.${key}`),
  );
}

function treeOf(folder: string, language: string, file: string): Tree {
  return JSON.parse(readFileSync(join(root, folder, language, file), 'utf8')) as Tree;
}

/** What customers agreed to keeps its words until its next version: only earlier versions may break the rules. */
const isAgreedText = (key: string) => {
  const [, kind, version] = /consents\.json\.([\w-]+)\.(\d+)/.exec(key) ?? [];
  return kind !== undefined && version !== currentConsentVersion(kind as ConsentKind);
};

function pairsOf(place: string, english: Tree, spanish: Tree): TextPair[] {
  const [en, es] = [new Map(leavesOf(english, place)), new Map(leavesOf(spanish, place))];
  return [...new Set([...en.keys(), ...es.keys()])]
    .filter((key) => !isAgreedText(key))
    .map((key) => ({ key, en: en.get(key) ?? '', es: es.get(key) ?? '' }));
}

const pairs: readonly TextPair[] = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'en')).flatMap((file) =>
      pairsOf(`${folder}/${file}`, treeOf(folder, 'en', file), treeOf(folder, 'es', file)),
    ),
  ),
  // The texts of the simulated hosted forms appear beside our own words.
  ...(['card', 'bank'] as const).flatMap((kind) =>
    pairsOf(
      `hosted ${kind}`,
      { ...hostedTextsOf('en', kind) } as Tree,
      { ...hostedTextsOf('es', kind) } as Tree,
    ),
  ),
  ...pairsOf('widget', widgetTexts.en, widgetTexts.es),
];

/** The rows of a table of docs/copy.md, each cell split at its commas. */
function tableOf(title: string): string[][][] {
  const [, section = ''] = readFileSync(join(root, 'docs/copy.md'), 'utf8').split(`## ${title}\n`);
  const lines = (section.split('\n## ', 1)[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) =>
        cell
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The word on its own. */
const wordIn = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\d-])${escaped(word)}(?![\\p{L}\\d-])`, 'iu').test(text);
/** The word on its own, or the sign anywhere. */
const occursIn = (text: string, word: string) =>
  /^\p{P}$/u.test(word) ? text.includes(word) : wordIn(text, word);
/** A word that starts so: Spanish endings vary. */
const stemIn = (text: string, stem: string) => new RegExp(`(?<!\\p{L})${escaped(stem)}`, 'iu').test(text);
const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
/** Returns whether the requirements fix a text letter for letter; a value in it matches any. */
const isQuoted = (text: string) =>
  new RegExp(
    `“${text
      .split(/\{\{\w+\}\}/)
      .map(escaped)
      .join('[^”]+')}”`,
  ).test(requirements);
/** What a customer reads: without the names of values. */
const readable = (text: string) => text.replace(/\{\{\w+\}\}/g, '…').replace(/<[^>]+>/g, '');

test('[SHELL-12] `formatCents` alone writes a minus sign before an amount', () => {
  const sources = ['apps/server/src/', 'apps/web/src/', 'packages/contract/src/'].flatMap((folder) =>
    listSources(folder),
  );
  const writes = (path: string) => /−|'-\$|-\$\$|'-' : ''\}\$/.test(readFileSync(join(root, path), 'utf8'));
  expect(sources.filter((path) => writes(path))).toEqual(['packages/contract/src/money.ts']);
});

describe('[LOOK-5] docs/copy.md', () => {
  const vocabulary = tableOf('Pairs');

  test('lists pairs and words to avoid', () => {
    expect(vocabulary.length).toBeGreaterThan(12);
    expect(tableOf('Never in English').length).toBeGreaterThan(4);
    expect(tableOf('Never in Spanish').length).toBeGreaterThan(2);
    expect(pairs.length).toBeGreaterThan(300);
  });

  test.each(vocabulary)('%s is %s', (english = [], spanish = []) => {
    const concerned = pairs.filter(({ en }) => english.some((word) => wordIn(readable(en), word)));
    expect(concerned.length, 'texts with the word').toBeGreaterThan(0);
    expect(concerned.filter(({ es }) => !spanish.some((stem) => stemIn(readable(es), stem)))).toEqual([]);
  });

  const never = vocabulary.flatMap(([, , words = []]) => words);
  test.each([...never, ...tableOf('Never in Spanish').flatMap(([words = []]) => words)])(
    'no Spanish text says “%s”',
    (word) => {
      const says = (text: string) => (word === '!' ? /[!¡]/.test(text) : occursIn(text, word));
      expect(pairs.filter(({ es }) => says(readable(es)))).toEqual([]);
    },
  );

  test.each(tableOf('Never in English').flatMap(([words = []]) => words))(
    'no English text says “%s”',
    (word) => {
      const isWrong = (text: string) => occursIn(readable(text), word) && !isQuoted(text);
      expect(pairs.filter(({ en }) => isWrong(en))).toEqual([]);
    },
  );
});
