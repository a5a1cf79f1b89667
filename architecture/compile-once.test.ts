import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, root } from './source-files.ts';

const call = /\bcompileOnce\(/g;
const decision = /\bif\b|\bswitch\b|\bwhile\b|&&|\|\||\?\?|\s\?\s|!(?!=)|===|!==/;

/** Returns what a call is given, from its opening parenthesis to the closing one, without comments and texts. */
function argumentOf(source: string, start: number): string {
  let depth = 1;
  let end = start;
  while (depth > 0 && end < source.length) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
    end += 1;
  }
  return source
    .slice(start, end)
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''")
    .replaceAll(/\$\{([^{}]*)\}/g, '` $1 `')
    .replaceAll(/`[^`]*`/g, '``');
}

const builds = listSources('apps/server/src/')
  .filter((path) => !path.endsWith('database/pipeline/pipeline.ts'))
  .flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return [...source.matchAll(call)].map(({ index, 0: name }) => ({
      path,
      text: argumentOf(source, index + name.length),
    }));
  });

// A placeholder's type forbids comparing and computing, but every object may be asked whether it is there.
test('no statement that is made once depends on its values: its text serves all of them', () => {
  expect(builds.length).toBeGreaterThan(20);
  expect(builds.filter(({ text }) => decision.test(text))).toEqual([]);
});

test('a decision is found, and SQL is none', () => {
  const isDecision = (build: string) => decision.test(argumentOf(`${build})`, 0));
  expect(
    [
      '(db, { name }) => name ? named(db) : all(db)',
      '(db, { name }) => find(db, name ?? 1)',
      '(db, { name }) => { if (name) return find(db); }',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code as text
      '(db, { name }) => sql`select ${name && 1}`.compile(db)',
      "(db, { name }) => sql`select a ? 'b' and not b`.compile(db)",
    ].map(isDecision),
  ).toEqual([true, true, true, true, false]);
});
