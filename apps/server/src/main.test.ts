import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import {
  callKept,
  expectRefusal,
  findFreePort,
  productionSettings,
  type ServerProcess,
  startServerProcess,
  untilReady,
} from './testing/server-process.ts';

// One start and one stop of the real program. main.start.slow.test.ts and main.stop.slow.test.ts have the others.

/** Long enough for a busy machine to answer two requests. */
const drainSeconds = 4;

let database: TestDatabase;
let server: ServerProcess;
let metricsPort: number;
beforeAll(async () => {
  database = await createTestDatabase();
  metricsPort = await findFreePort();
  const port = String(await findFreePort());
  const settings = {
    HOST: '0.0.0.0',
    PORT: port,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: String(drainSeconds),
    DATABASE_URL: named('any-node'),
    DATABASE_DIRECT_URL: named('one-node'),
  };
  server = await untilReady(startServerProcess(productionSettings(database, settings)));
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exitCode;
  await database.drop();
});

function named(name: string): string {
  return `${database.url}?application_name=${name}`;
}

test('[START-1] wrong settings are listed by name, without a stack trace, and the exit code is 1', async () => {
  const wrong = startServerProcess(
    productionSettings(database, { PUBLIC_URL: 'http://my.provider.example', TRUST_PROXY: '' }),
  );
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.output().split('\n')).toEqual([
    'Wrong settings:',
    '  PUBLIC_URL: an address that starts with https:// (http:// only on this machine)',
    expect.stringMatching(/^ {2}TRUST_PROXY: is missing; needs “none” if /),
    '',
  ]);
});

test('[START-1] a server does not start with the login of the owner', async () => {
  await expectRefusal(
    productionSettings(database, { DATABASE_OWNER_URL: database.ownerUrl }),
    /^DATABASE_OWNER_URL: a server must not hold the owner’s login; set it only for npm run ops -- migrate$/,
  );
});

test('[START-1] metrics stay on this machine unless METRICS_HOST says otherwise', async () => {
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow();
  const port = new URL(server.url).port;
  expect((await fetch(`http://127.0.0.2:${port}/myaccount/health/live`)).status).toBe(200);
});

test('[POOLER-1] a server connects to DATABASE_URL only: DATABASE_DIRECT_URL is for commands', async () => {
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  const names = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where application_name in ('any-node', 'one-node') order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  await expect.poll(async () => (await client.query('select from job_round')).rowCount).toBeGreaterThan(0);
  expect(await names()).toEqual(['any-node']);
  await client.end();
});

test('[STOP-1] a stopping server is not ready, serves on, then closes its connections, and exits with 0', async () => {
  const stoppedAt = performance.now();
  server.child.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('draining');
  const ready = await callKept(server, '/myaccount/health/ready');
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    503,
    expect.objectContaining({ status: 'draining', database: 'ok' }),
  ]);
  let last = await callKept(server, '/myaccount/');
  expect([last.status, last.headers.connection]).toEqual([200, 'keep-alive']);
  while (last.headers.connection === 'keep-alive') {
    await sleep(100);
    last = await callKept(server, '/myaccount/');
  }
  expect([last.status, last.headers.connection]).toEqual([200, 'close']);
  expect(await server.exitCode).toBe(0);
  expect(performance.now() - stoppedAt).toBeGreaterThan(drainSeconds * 1_000);
  expect(server.output()).toMatch(/draining[\s\S]*closing[\s\S]*stopped/);
  await expect(callKept(server, '/myaccount/')).rejects.toThrow('ECONNREFUSED');
});
