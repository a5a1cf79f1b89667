import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { buildIndexes } from './build-indexes.ts';

let database: TestDatabase;
let pool: pg.Pool;
let superuser: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.ownerUrl });
  const { username, pathname } = new URL(database.ownerUrl);
  const url = Object.assign(new URL(inject('testPostgres').superuserUrl), { pathname });
  superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  // The owner of the tables owns a real database, but not this copy.
  await superuser.query(`grant create on schema public to ${pg.escapeIdentifier(username)}`);
  // Entries of no account that is there.
  await superuser.query('alter table audit_entry drop constraint audit_entry_account_id_fkey');
});
afterEach(async () => {
  await superuser.end();
  await pool.end();
  await database.drop();
});

const name = 'audit_counted';
const addEntry = `insert into audit_entry (account_id, at, actor, action)
  values (uuidv7(), now(), 'system', 'payments.made')`;
const isValid = async () => {
  const { rows } = await pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);
  return rows[0]?.indisvalid;
};

test('[RELEASE-1] a migrated database has its indexes, and nothing is left to build', async () => {
  expect(await isValid()).toBe(true);
  expect(await buildIndexes(pool)).toEqual([]);
});

test('[RELEASE-1] writes go on while an index is built', async () => {
  await pool.query(`drop index ${name}`);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(addEntry);
  const building = buildIndexes(pool);
  const waiting = `select count(*)::int as found from pg_stat_activity
    where datname = current_database() and query ilike '%create index concurrently%' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rows[0].found).toBe(1);
  const other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query("set statement_timeout = '2s'");
  await other.query(addEntry);
  await other.end();
  await writer.query('commit');
  writer.release();
  expect(await building).toEqual([name]);
  expect(await isValid()).toBe(true);
});

test('[RELEASE-1] several servers that start at once build it once', async () => {
  await pool.query(`drop index ${name}`);
  const built = await Promise.all([1, 2, 3].map(() => buildIndexes(pool)));
  expect(built.flat()).toEqual([name]);
});

test('[RELEASE-1] an index whose build was cut off is built again', async () => {
  await superuser.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [name]);
  expect(await buildIndexes(pool)).toEqual([name]);
  expect(await isValid()).toBe(true);
});
