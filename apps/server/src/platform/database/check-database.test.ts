import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { checkDatabase } from './check-database.ts';
import { connectPool } from './connect.ts';
import { listMigrations } from './migrate.ts';
import { connectDatabase } from './pipeline/pipeline.ts';
import { sessionSettingsSql } from './session-settings.ts';

const login = 'portal login';

let database: TestDatabase;
let owner: pg.Client;
let superuser: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  superuser = new pg.Client(inject('testPostgres').superuserUrl);
  await Promise.all([owner.connect(), superuser.connect()]);
  await superuser.query(`create role "${login}" login password 'test'`);
});
afterAll(async () => {
  await superuser.query(`drop role if exists "${login}"`);
  await Promise.all([owner.end(), superuser.end()]);
  await database.drop();
});

/** Checks with a new connection: a login's settings count from its next session on. */
async function check(url = database.url) {
  const db = connectDatabase(connectPool({ url, maximumConnections: 1 }));
  try {
    return await checkDatabase(db);
  } finally {
    await db.destroy();
  }
}

function loginUrl(): string {
  const url = new URL(database.url);
  url.username = login;
  url.password = 'test';
  return url.href;
}

test('[RELEASE-1] a database with the newest migration is ready, also with a newer one', async () => {
  expect(await check()).toBeUndefined();
  await owner.query("insert into kysely_migration values ('9999_later', 'now')");
  expect(await check()).toBeUndefined();
});

test('[RELEASE-1] a missing migration is named, with the command that applies it', async () => {
  const newest = (await listMigrations()).at(-1);
  await owner.query('delete from kysely_migration where name = $1', [newest]);
  expect(await check()).toEqual({
    state: 'old-schema',
    sentence: `The schema lacks the migrations ${newest}: run "npm run ops -- migrate".`,
  });
  await owner.query("insert into kysely_migration values ($1, 'now')", [newest]);
  expect(await check()).toBeUndefined();
});

test('[RELEASE-1] rows of the release before are filled in first: without their customers a login could change another’s contact', async () => {
  const { rows } = await owner.query(
    "select obj_description('account_lookup'::regclass, 'pg_class') as said",
  );
  await owner.query("comment on table account_lookup is 'filled'");
  expect(await check()).toEqual({
    state: 'old-schema',
    sentence: 'The schema lacks the migrations fills/account_lookup: run "npm run ops -- migrate".',
  });
  await owner.query(`comment on table account_lookup is '${rows[0].said}, and what is later'`);
  expect(await check()).toBeUndefined();
  await owner.query(`comment on table account_lookup is '${rows[0].said}'`);
});

test('[RELEASE-1] an empty database lacks every migration', async () => {
  await superuser.query('create database test_empty');
  const url = new URL(database.url);
  url.pathname = '/test_empty';
  const problem = await check(url.href);
  await superuser.query('drop database test_empty with (force)');
  expect(problem?.state).toBe('old-schema');
  for (const name of await listMigrations()) expect(problem?.sentence).toContain(name);
});

test('[RELEASE-1] a read-only database is not ready', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await superuser.query(`alter database ${name} set default_transaction_read_only = on`);
  expect(await check()).toMatchObject({ state: 'read-only' });
  await superuser.query(`alter database ${name} reset default_transaction_read_only`);
});

test('[POOLER-1] a login without membership, role, or time-outs gets the SQL that helps', async () => {
  const [setRole = '', ...setTimeouts] = sessionSettingsSql(login);
  expect(await check(loginUrl())).toMatchObject({
    state: 'wrong-role',
    sentence: expect.stringContaining(`run "grant myaccount_app to "${login}""`),
  });
  await superuser.query(`grant myaccount_app to "${login}"`);
  expect(await check(loginUrl())).toMatchObject({
    state: 'wrong-role',
    sentence: expect.stringContaining(setRole),
  });
  await superuser.query(setRole);
  expect(await check(loginUrl())).toEqual({
    state: 'no-time-outs',
    sentence: expect.stringContaining(setTimeouts.join('; ')),
  });
  for (const statement of setTimeouts) await superuser.query(statement);
  expect(await check(loginUrl())).toBeUndefined();
  await superuser.query(`alter role "${login}" set lock_timeout = '61s'`);
  expect((await check(loginUrl()))?.sentence).toContain('have no lock_timeout of at most a minute');
  await superuser.query(`alter role "${login}" set lock_timeout = '1min'`);
  expect(await check(loginUrl())).toBeUndefined();
});
