import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type ConnectOptions, connectPool, statementName } from './connect.ts';
import { isDatabaseAway } from './failure.ts';

let writable: TestDatabase;
let readOnly: TestDatabase;
let superuser: pg.Client;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  [writable, readOnly] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  superuser = new pg.Client(inject('testPostgres').superuserUrl);
  await superuser.connect();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});
afterAll(async () => {
  await superuser.end();
  await Promise.all([writable.drop(), readOnly.drop()]);
});

const nobody = 'localhost:1';

function open(url: string, options: Partial<ConnectOptions> = {}): pg.Pool {
  const pool = connectPool({ url, maximumConnections: 3, ...options });
  pools.push(pool);
  return pool;
}

/** The address with a host in front of its own. */
function behind(host: string, url: string): string {
  return url.replace(/@([^/]+)\//, `@${host},$1/`);
}

async function setReadOnly(database: TestDatabase, mode: 'on' | 'off'): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await superuser.query(`alter database ${name} set default_transaction_read_only = ${mode}`);
}

test('[HOSTS-1] connects to the host that is there when the first is not', async () => {
  const pool = open(behind(nobody, writable.url));
  const { rows } = await pool.query('select current_database() as name');
  expect(rows[0].name).toBe(new URL(writable.url).pathname.slice(1));
});

test('[HOSTS-1] many connections at once and one after the other all find it', async () => {
  const pool = open(behind(nobody, writable.url));
  for (let round = 0; round < 2; round += 1) {
    const results = await Promise.all(Array.from({ length: 9 }, () => pool.query('select 1 as one')));
    expect(results).toHaveLength(9);
  }
});

test('[HOSTS-1] a read-only host is not used, and callers hear that the database is away', async () => {
  await setReadOnly(readOnly, 'on');
  const pool = open(behind(nobody, readOnly.url));
  const error = await pool.query('select 1').catch((thrown) => thrown);
  expect(isDatabaseAway(error)).toBe(true);
  await setReadOnly(readOnly, 'off');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('[HOSTS-1] when no host answers, the error is a connection error', async () => {
  const error = await open(`postgres://a:p@${nobody},${nobody}/x`)
    .query('select 1')
    .catch((thrown) => thrown);
  expect(isDatabaseAway(error)).toBe(true);
});

test('[POOLER-1] a statement has the same name in every process, short enough for PostgreSQL', () => {
  const text = 'select * from account where id = $1';
  expect(statementName(text)).toBe('s_1nvdW25z1nAg2EoOpvyVDz6zWF3DbYMx');
  expect(statementName(text)).toBe(statementName(text));
  expect(statementName(`${text} `)).not.toBe(statementName(text));
  expect(statementName(text).length).toBeLessThan(63);
});

test('[POOLER-1] statements with values are prepared once on a connection', async () => {
  const pool = open(writable.url, { maximumConnections: 1 });
  for (let round = 0; round < 3; round += 1) await pool.query('select $1::int as value', [round]);
  const { rows } = await pool.query('select name from pg_prepared_statements');
  expect(rows).toEqual([{ name: statementName('select $1::int as value') }]);
});

test('a connection stays for the minutes between two calls: a new one plans every statement again', () => {
  expect(open(writable.url).options.idleTimeoutMillis).toBeGreaterThan(60_000);
});

test('[POOLER-1] a server has time-outs, a command has none but waits no longer for a lock', async () => {
  const read = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  expect((await open(writable.url).query(read)).rows).toEqual([
    { statement: '10s', lock: '5s', idle: '20s' },
  ]);
  expect((await open(writable.url, { worker: 'command' }).query(read)).rows).toEqual([
    { statement: '0', lock: '5s', idle: '0' },
  ]);
});
