import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startOldPostgres } from '../../testing/old-postgres.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { createLog } from '../log.ts';
import { connectPool } from './connect.ts';
import { requireDatabase } from './require-database.ts';
import { sessionSettingsSql } from './session-settings.ts';

let database: TestDatabase;
const group = 'start_group';
/** Logins in the role of the application, and what else each may do. */
const logins: Record<string, string> = {
  start_plain: '',
  start_creator: 'createdb',
  start_maker: 'createrole',
  start_bypasser: 'bypassrls',
  start_copier: 'replication',
  start_member: `in role ${group}`,
  start_locked_member: `noinherit in role ${group}`,
  start_filer: 'in role pg_write_server_files',
  start_reader: 'in role pg_monitor',
};
const names = [...Object.keys(logins), 'start_stranger', group].join(', ');
beforeAll(async () => {
  database = await createTestDatabase();
  const created = Object.entries(logins).map(
    ([name, options]) =>
      `create role ${name} login password 'x' ${options}; grant myaccount_app to ${name};
       ${sessionSettingsSql(name).join('; ')};`,
  );
  await asSuperuser(
    `drop role if exists ${names};
     create role ${group}; grant delete on payment to ${group};
     create role start_stranger login password 'x'; ${created.join('\n')}`,
  );
});
afterAll(async () => {
  await asSuperuser(`drop owned by ${group}; drop role ${names}`);
  await database.drop();
});

async function asSuperuser(sql: string, url = database.url): Promise<void> {
  const { username, password } = new URL(inject('testPostgres').superuserUrl);
  const client = new pg.Client({ connectionString: loginUrl(username, password, url) });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function loginUrl(username: string, password = 'x', url = database.url): string {
  return Object.assign(new URL(url), { username, password }).href;
}

/** Returns what a server would print; undefined if it would start. */
async function check(url: string, isProduction = true, waitMs = 0): Promise<string | undefined> {
  const pool = connectPool({ url, maximumConnections: 1 });
  try {
    await requireDatabase(pool, { isProduction, log, waitMs });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

const log = createLog('silent');
const twoMinutesMs = 120_000;

const fix = 'use a login that is a member of myaccount_app and of nothing else';

describe('the login', () => {
  test.each(['start_plain', 'start_reader'])(
    '[START-2] %s has no more rights than it needs',
    async (name) => {
      expect(await check(loginUrl(name))).toBeUndefined();
    },
  );

  test.each([
    ['start_creator', 'may create databases'],
    ['start_maker', 'may create roles'],
    ['start_bypasser', 'bypasses row security'],
    ['start_copier', 'may replicate'],
    ['start_member', `is a member of ${group}, which may write public.payment`],
    ['start_locked_member', `is a member of ${group}, which may write public.payment`],
    ['start_filer', 'is a member of pg_write_server_files, which reads or writes files of the server'],
  ])('[START-2] %s is refused in production, and only there', async (name, right) => {
    expect(await check(loginUrl(name))).toBe(`DATABASE_URL: the login ${name} ${right}; ${fix}`);
    expect(await check(loginUrl(name), false)).toBeUndefined();
  });

  test.each([
    ['create table made (id int); alter table made owner to start_plain', 'owns tables'],
    ['grant create on schema public to start_plain', 'may create tables'],
    ['grant truncate on login to start_plain', 'may write public.login'],
    ['grant update (balance_cents) on account to start_plain', 'may write public.account'],
    ['grant update on ledger_posting to start_plain', 'may write public.ledger_posting'],
  ])('[START-2] after “%s” the login %s', async (sql, right) => {
    const other = await createTestDatabase();
    await asSuperuser(sql, other.url);
    const found = await check(loginUrl('start_plain', 'x', other.url));
    await asSuperuser('drop owned by start_plain', other.url);
    await other.drop();
    expect(found).toBe(`DATABASE_URL: the login start_plain ${right}; ${fix}`);
  });
});

describe('the connection', () => {
  test.each([
    [
      'a login without the role',
      () => loginUrl('start_stranger'),
      /The login start_stranger is not a member of the role myaccount_app: run "grant/,
    ],
    ['a wrong password', () => loginUrl('start_plain', 'wrong'), /refuses the login; .*\(28P01\)/],
    [
      'a missing database',
      () => loginUrl('start_plain').replace(/[^/]+$/, 'nowhere'),
      /the database does not exist; .*\(3D000\)/,
    ],
    [
      'an unknown host',
      () => 'postgres://x:x@nowhere.invalid/x',
      /the database cannot be reached; .*(ENOTFOUND|EAI_AGAIN)/,
    ],
  ])('[START-3] %s is refused', async (_what, url, sentence) => {
    expect(await check(url())).toMatch(sentence);
  });

  test('[START-3] a port without PostgreSQL is refused', async () => {
    expect(await check(`postgres://x:x@localhost:${await findFreePort()}/x`)).toMatch(
      /cannot be reached; .*ECONNREFUSED/,
    );
  });

  test('[START-3] a database that is away is waited for', async () => {
    const port = await findFreePort();
    const { host, port: realPort } = new pg.Client(database.url);
    const path = `${host}/.s.PGSQL.${realPort}`;
    const proxy = createServer((socket) => {
      const onward = host.startsWith('/') ? connect(path) : connect(realPort, host);
      for (const end of [socket, onward]) end.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    const away = Object.assign(new URL(loginUrl('start_plain')), { host: `127.0.0.1:${port}` }).href;
    const found = check(away, true, twoMinutesMs);
    await sleep(1_500);
    proxy.listen(port, '127.0.0.1');
    expect(await found).toBeUndefined();
    proxy.close();
  });

  test('[START-3] a wrong password and a certificate that nobody trusts are not waited for', async () => {
    const startedAt = performance.now();
    const wrong = await check(loginUrl('start_plain', 'wrong'), true, twoMinutesMs);
    expect(wrong).toContain('refuses the login');
    const other = await startOldPostgres(180_000, { withTls: true });
    const url = `postgres://x:x@localhost:${other.port}/x?sslmode=verify-full`;
    expect(await check(url, true, twoMinutesMs)).toContain('not trusted');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    other.close();
  });

  test.each([
    [170_006, false, '', 'PostgreSQL 17 is too old: upgrade the server to PostgreSQL 18.'],
    [90_624, false, '', 'PostgreSQL 9 is too old: upgrade the server to PostgreSQL 18.'],
    [180_000, true, '?sslmode=verify-full', 'the certificate of the database is not trusted'],
    [
      180_000,
      false,
      '?sslmode=verify-full',
      'no connection to the database: The server does not support SSL connections',
    ],
  ])('[START-3] PostgreSQL %s (TLS: %s) with “%s” is refused', async (version, withTls, query, sentence) => {
    const old = await startOldPostgres(version, { withTls });
    expect(await check(`postgres://x:x@localhost:${old.port}/x${query}`)).toContain(
      `DATABASE_URL: ${sentence}`,
    );
    old.close();
  });
});
