import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

/** Migrations before this one are older than the first release. */
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

  test.each([
    "alter table a add column b text not null default '';",
    "alter table a add column b text default '' not null;",
    'create table a (b text not null);',
    '-- Later: drop table a;\nalter table a add column b text;',
  ])('[RELEASE-1] allows: %s', (sql) => {
    expect(listBreaks(sql)).toEqual([]);
  });
});
