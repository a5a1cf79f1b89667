import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { isDatabaseAway } from './failure.ts';

let admin: pg.Client;
let token: string;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  const { emailAddress } = await buildLogin(portal.db);
  token = await portal.signIn(emailAddress);
  admin = new pg.Client(superuserUrl());
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
});

const useSession = () => portal.get('/invoices/all', { billing_account_id: '0' }, token);

describe('a database that is away for a moment', () => {
  test('connections cut by the server are replaced, and no call returns 500', async () => {
    expect((await useSession()).statusCode).toBe(404);
    for (let round = 0; round < 5; round += 1) {
      await cutConnections();
      const responses = await Promise.all(Array.from({ length: 10 }, useSession));
      for (const response of responses) {
        expect([404, 503]).toContain(response.statusCode);
        if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('5');
      }
    }
    expect((await useSession()).statusCode).toBe(404);
  });

  test('the health check reports a read-only database; writes get 503, reads continue', async () => {
    await admin.query(`alter database ${await currentDatabase()} set default_transaction_read_only = on`);
    await cutConnections();
    await settle();
    expect((await portal.inject({ url: '/myaccount/health/ready' })).json()).toMatchObject({
      database: 'read-only',
    });
    expect((await useSession()).statusCode).toBe(404);
    const write = await portal.post('/login/otp/send', { email: 'nobody@example.com' });
    expect(write.statusCode).toBe(503);
    expect(write.json().code).toBe('server.unavailable');
    await admin.query(`alter database ${await currentDatabase()} reset default_transaction_read_only`);
    await cutConnections();
    await settle();
    expect((await portal.post('/login/otp/send', { email: 'nobody@example.com' })).statusCode).toBe(400);
  });
});

test.each([
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '25006',
  '08006',
  '08P01',
  '40P01',
  '55P03',
  '40001',
])('SQLSTATE %s says “not now”', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('x'), { code: `${code}0` }))).toBe(false);
});

test('[API-25] a worker of a cluster that is away costs only its customers: they are told so, and when to come back', async () => {
  const words = 'could not commit transaction for shard 102088 on at least one active node';
  await admin.query(`create function worker_is_away() returns trigger language plpgsql as $$
    begin raise exception '${words}' using errcode = 'XX000'; end $$`);
  await admin.query(
    'create trigger worker_is_away before insert on login_challenge execute function worker_is_away()',
  );
  const { emailAddress } = await buildLogin(portal.db);
  const answer = await portal.post('/login/otp/send', { email: emailAddress });
  await admin.query('drop trigger worker_is_away on login_challenge');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toMatchObject({ code: 'account.unavailable' });
});

async function currentDatabase(): Promise<string> {
  const { rows } = await admin.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

/** Makes the pool use every terminated connection. */
async function settle(): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, useSession));
  await Promise.all(Array.from({ length: 20 }, useSession));
}

/** Terminates the portal's connections, used and idle. */
async function cutConnections(): Promise<void> {
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

/** Connects to the test database as the superuser, who may terminate connections. */
function superuserUrl(): string {
  const url = new URL(inject('testPostgres').superuserUrl);
  url.pathname = new URL(portal.ownerUrl).pathname;
  return url.href;
}
