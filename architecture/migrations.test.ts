import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

/** Migrations before this one are the schema of the first release. */
const firstOfReleases = '0011';
/** A migration that takes something away names the release that stopped using it. */
const contractNote = /^-- contract: \S+/m;
/** Statements that break servers of the release before. */
const breaking: readonly (readonly [string, RegExp])[] = [
  [
    'drops a table, column, function, or constraint',
    /\bdrop (?:table|column|function|view|type|constraint|trigger)\b/i,
  ],
  ['renames', /\brename\b/i],
  ['changes the type of a column', /\balter column \w+ (?:set data )?type\b/i],
  ['makes a column required', /\bset not null\b/i],
  [
    'adds a required column without a default',
    /\badd column (?:if not exists )?\w+ (?:(?!default|,|;)[\s\S])*\bnot null\b(?:(?!default|,|;)[\s\S])*[,;]/i,
  ],
  ['takes rights from the application', /\brevoke (?!execute on function)\b/i],
];

/** Returns what a migration breaks for the release before. */
function listBreaks(sql: string): string[] {
  if (contractNote.test(sql)) return [];
  const statements = sql.replace(/--.*$/gm, '');
  return breaking.filter(([, pattern]) => pattern.test(statements)).map(([what]) => what);
}

/** Returns the indexes that a migration builds on tables that it did not create: writes to them would wait. */
function listBlockingIndexes(sql: string): string[] {
  const statements = sql.replace(/--.*$/gm, '');
  const created = [...statements.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(
    ([, table]) => table,
  );
  const indexes = statements.matchAll(/\bcreate (?:unique )?index (?:if not exists )?(\w+)\s+on (\w+)/gi);
  return [...indexes].filter(([, , table]) => !created.includes(table)).map(([, index = '']) => index);
}

describe('indexes of tables in use are built while writes go on', () => {
  const folder = join(root, 'apps/server/migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const indexes = readdirSync(join(folder, 'indexes'));

  test.each(names)('[RELEASE-1] %s makes no write wait for an index', (name) => {
    expect(listBlockingIndexes(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test.each(indexes)('[RELEASE-1] indexes/%s is one statement that can be repeated', (name) => {
    const sql = readFileSync(join(folder, 'indexes', name), 'utf8')
      .replace(/--.*$/gm, '')
      .trim();
    expect(sql).toMatch(/^create (?:unique )?index concurrently if not exists \w+ on [^;]+;$/);
    expect(`${/if not exists (\w+)/.exec(sql)?.[1]}.sql`).toBe(name);
  });
});

describe('migrations expand first', () => {
  const folder = join(root, 'apps/server/migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstOfReleases);

  test.each(names)('[RELEASE-1] %s leaves what the release before uses', (name) => {
    expect(listBreaks(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test.each([
    ['alter table a drop column b;', 'drops a table, column, function, or constraint'],
    [
      'alter table a drop constraint b, add primary key (c);',
      'drops a table, column, function, or constraint',
    ],
    ['alter table a rename column b to c;', 'renames'],
    ['alter table a alter column b type bigint;', 'changes the type of a column'],
    ['alter table a alter column b set not null;', 'makes a column required'],
    ['alter table a add column b text not null;', 'adds a required column without a default'],
    [
      'alter table a add column b text, add column c text not null;',
      'adds a required column without a default',
    ],
    ['revoke update on a from myaccount_app;', 'takes rights from the application'],
  ])('[RELEASE-1] finds: %s', (sql, what) => {
    expect(listBreaks(sql)).toEqual([what]);
    expect(listBreaks(`-- contract: 1.4 no longer reads it\n${sql}`)).toEqual([]);
  });
});
