import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { distributedMigration, schemaSettings, statementsOf } from './statements.ts';

test('[API-25] a file is split into its statements, not in functions, texts, and comments', () => {
  const text = `
    -- One; not two.
    create table a (b text default 'x;y');
    create function f() returns trigger language plpgsql as $$
    begin
      raise exception 'no; %', new.id;
    end $$;
    grant select on a to b;`;
  expect(statementsOf(text)).toEqual([
    "-- One; not two.\n    create table a (b text default 'x;y');",
    expect.stringMatching(/^create function f[\s\S]*end \$\$;$/),
    'grant select on a to b;',
  ]);
  expect(() => statementsOf(`${text} select 1`)).toThrow('The last statement does not end');
});

test('[API-25] the functions of a distributed database are all that one PostgreSQL has otherwise', async () => {
  const statements = statementsOf(await readFile(new URL('functions.sql', import.meta.url), 'utf8'));
  const kinds = statements.map(
    (statement) =>
      /^(?:--.*\s*)*(create or replace (?:function|trigger)|create schema|create table|select citus_add_local_table|grant|revoke)/.exec(
        statement,
      )?.[1],
  );
  expect(kinds).not.toContain(undefined);
  expect(kinds.filter((kind) => kind?.endsWith('function')).length).toBeGreaterThan(8);
});

test('[API-25] a table of a later release begins on the coordinator, and nothing else does', () => {
  const migration =
    'alter table a add column b text;\n-- New.\ncreate table c (d int);\ncreate index on c (d);';
  expect(distributedMigration(migration)).toEqual([
    schemaSettings,
    'alter table a add column b text;',
    'set local citus.enable_ddl_propagation = off',
    '-- New.\ncreate table c (d int);',
    'set local citus.enable_ddl_propagation = on',
    'create index on c (d);',
  ]);
});

const migrations = new URL('../../../../migrations/', import.meta.url);
/** Before it no database was distributed. */
const firstDistributed = '0025';

/** Returns what Citus refuses of a statement; undefined if nothing. */
const refusedPart = (statement: string) =>
  /^(?:--.*\s*)*alter table[\s\S]*\badd constraint\b/i.test(statement) &&
  /,\s*(?:add|alter|drop)\b/i.test(statement)
    ? 'a constraint beside other changes'
    : undefined;

test('[API-25] a migration adds a constraint in a statement of its own', async () => {
  const files = (await readdir(migrations)).filter((name) => /^\d/.test(name) && name >= firstDistributed);
  for (const file of files) {
    const statements = statementsOf(await readFile(new URL(file, migrations), 'utf8'));
    expect([file, ...statements.map(refusedPart)]).not.toContain('a constraint beside other changes');
  }
  expect(refusedPart('alter table a add column b text, add constraint c check (true);')).toBeDefined();
  expect(refusedPart('-- Why.\nalter table a add constraint c check (b in (1, 2));')).toBeUndefined();
});
