import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { testSettings } from './testing/portal.ts';
import {
  findFreePort,
  listenAnywhere,
  type ServerProcess,
  startServerProcess,
  untilReady,
} from './testing/server-process.ts';

// A start takes long on a slow, busy machine.
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  port = await findFreePort();
});
afterAll(() => database.drop());

/** Settings of a server in production on this machine. */
function production(changes: Record<string, string> = {}): Record<string, string> {
  const settings = { NODE_ENV: 'production', TRUST_PROXY: 'none', PORT: String(port), ...changes };
  return testSettings(database.url, { DRAIN_SECONDS: '0', ...settings });
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exitCode).toBe(0);
}

/** Expects that the server ends with an error and one sentence. */
async function expectRefusal(settings: Record<string, string>, sentence: string | RegExp): Promise<void> {
  const server = startServerProcess(settings);
  expect(await server.exitCode).toBe(1);
  const printed = server.output().trim();
  expect(printed).toMatch(sentence);
  expect(printed.split('\n')).toHaveLength(1);
}

test('[START-1] wrong settings are listed by name, without a stack trace, and the exit code is 1', async () => {
  const server = startServerProcess(
    production({ PUBLIC_URL: 'http://my.provider.example', TRUST_PROXY: '' }),
  );
  expect(await server.exitCode).toBe(1);
  expect(server.output().split('\n')).toEqual([
    'Wrong settings:',
    '  PUBLIC_URL: an address that starts with https:// (http:// only on this machine)',
    expect.stringMatching(/^ {2}TRUST_PROXY: is missing; needs “none” if /),
    '',
  ]);
});

test('[START-1] a server does not start with the login of the owner', async () => {
  await expectRefusal(
    production({ DATABASE_OWNER_URL: database.ownerUrl }),
    /^DATABASE_OWNER_URL: a server must not hold the owner’s login; set it only for npm run ops -- migrate$/,
  );
});

test('[START-2] a superuser is refused in one sentence', async () => {
  await expectRefusal(
    production({ DATABASE_URL: inject('testPostgres').superuserUrl }),
    /^DATABASE_URL: The login \S+ is a superuser: use a login that is a member of myaccount_app and of nothing else\.$/,
  );
});

test('[START-3] a port without PostgreSQL is refused in one sentence', async () => {
  const DATABASE_URL = `postgres://x:x@127.0.0.1:${await findFreePort()}/myaccount`;
  await expectRefusal(
    production({ DATABASE_URL }),
    /^DATABASE_URL: the database cannot be reached; .* \(ECONNREFUSED\)$/,
  );
});

test.each(['PORT', 'METRICS_PORT'])('[START-3] a %s in use is refused', async (name) => {
  const other = createServer();
  const taken = await listenAnywhere(other);
  const settings = production({ METRICS_PORT: String(await findFreePort()), [name]: String(taken) });
  await expectRefusal(
    settings,
    `${name}: another program uses port ${taken} on 127.0.0.1; stop it or choose`,
  );
  other.close();
});

test('[START-3] an address of another machine is refused', async () => {
  await expectRefusal(production({ HOST: '192.0.2.1' }), 'HOST: this machine has no address 192.0.2.1');
});

test('[START-1] metrics stay on this machine unless METRICS_HOST says otherwise', async () => {
  const [web, metrics] = [await findFreePort(), await findFreePort()];
  const settings = production({ HOST: '0.0.0.0', PORT: String(web), METRICS_PORT: String(metrics) });
  const server = await untilReady(startServerProcess(settings));
  expect((await fetch(`http://127.0.0.1:${metrics}/metrics`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${metrics}/metrics`)).rejects.toThrow();
  expect((await fetch(`http://127.0.0.2:${web}/myaccount/health/live`)).status).toBe(200);
  await stop(server);
});

test('[POOLER-1] the job queue connects to the one node that DATABASE_DIRECT_URL names, all else to DATABASE_URL', async () => {
  const named = (name: string) => `${database.url}?application_name=${name}`;
  const server = await untilReady(
    startServerProcess(
      production({ DATABASE_URL: named('any-node'), DATABASE_DIRECT_URL: named('one-node') }),
    ),
  );
  const client = new pg.Client(inject('testPostgres').superuserUrl);
  await client.connect();
  const namesOf = async (pattern: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where application_name in ('any-node', 'one-node') and query ${pattern} '%pgboss%' order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  await expect.poll(() => namesOf('like'), { timeout: 10_000 }).toEqual(['one-node']);
  expect(await namesOf('not like')).toContain('any-node');
  await client.end();
  await stop(server);
});
