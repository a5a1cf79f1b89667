import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { checkDatabase } from './check-database.ts';
import { connectPool } from './connect.ts';
import { connectDatabase } from './pipeline/pipeline.ts';
import { prepareLogin } from './prepare-login.ts';

const login = 'prepared "login"';

let database: TestDatabase;
let superuser: pg.Client;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client(inject('testPostgres').superuserUrl);
  await superuser.connect();
  await superuser.query(`create role ${pg.escapeIdentifier(login)} login password 'test'`);
  await superuser.query(`grant myaccount_app to ${pg.escapeIdentifier(login)}`);
  const address = new URL(database.url);
  address.username = login;
  address.password = 'test';
  url = address.href;
});
afterAll(async () => {
  await superuser.query(`drop role ${pg.escapeIdentifier(login)}`);
  await superuser.end();
  await database.drop();
});

async function problem() {
  const db = connectDatabase(connectPool({ url, maximumConnections: 1 }));
  try {
    return await checkDatabase(db);
  } finally {
    await db.destroy();
  }
}

test('[POOLER-1] an ordinary login sets its own role and time-outs, and can do so again', async () => {
  expect((await problem())?.state).toBe('wrong-role');
  expect(await Promise.all([prepareLogin(url), prepareLogin(url)])).toEqual([login, login]);
  expect(await problem()).toBeUndefined();
  expect(await prepareLogin(url)).toBe(login);
});

test('[POOLER-1] the owner of the tables works as itself, also with a prepared login', async () => {
  const pool = connectPool({ url, maximumConnections: 1, worker: 'owner' });
  const { rows } = await pool.query(
    "select current_user as role, current_setting('statement_timeout') as timeout",
  );
  await pool.end();
  expect(rows).toEqual([{ role: login, timeout: '0' }]);
});
