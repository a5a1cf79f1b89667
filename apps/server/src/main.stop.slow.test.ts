import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { testSettings } from './testing/portal.ts';
import {
  callKept,
  findFreePort,
  type ServerProcess,
  startServerProcess,
  untilReady,
} from './testing/server-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function start(changes: Record<string, string>): Promise<ServerProcess> {
  const settings = { PORT: String(await findFreePort()), LOG_LEVEL: 'info', ...changes };
  return await untilReady(startServerProcess(testSettings(database.url, settings)));
}

/** Linux keeps a priority for each thread, other systems one for the process. */
function threadsOf(pid = 0): number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}

test.each(['SIGTERM', 'SIGINT'] as const)('[STOP-1] a second signal, %s, ends it at once', async (second) => {
  const server = await start({ DRAIN_SECONDS: '60' });
  server.child.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('draining');
  // The same signal again, as from npm: it goes on draining.
  server.child.kill(second);
  await sleep(1_500);
  expect(server.child.exitCode).toBe(null);
  const startedAt = performance.now();
  server.child.kill(second);
  expect(await server.exitCode).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('[STOP-1] a server of jobs has health checks and nothing else, comes after pages, and drains too', async () => {
  const server = await start({ ROLE: 'jobs', DRAIN_SECONDS: '1' });
  const priorities = threadsOf(server.child.pid).map((thread) => getPriority(thread));
  expect(Math.min(...priorities)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_LOW);
  const statusOf = async (path: string) => (await callKept(server, path)).status;
  expect(await statusOf('/myaccount/health/live')).toBe(200);
  expect(await statusOf('/myaccount/')).toBe(404);
  expect(await statusOf('/myaccount/api/openapi.json')).toBe(404);
  expect(await statusOf('/myaccount/api/payments')).toBe(404);
  server.child.kill('SIGTERM');
  await sleep(300);
  expect(await statusOf('/myaccount/health/ready')).toBe(503);
  expect(await server.exitCode).toBe(0);
});

test('[STOP-1] npm run serve passes a stop on to the server and waits for its end', async () => {
  const settings = {
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '0',
    TRUST_PROXY: 'none',
  };
  const server = startServerProcess(testSettings(database.url, settings), ['npm', 'run', 'serve']);
  await untilReady(server);
  server.child.kill('SIGTERM');
  expect(await server.exitCode).toBe(0);
  expect(server.output()).toContain('"msg":"stopped"');
  await expect(fetch(server.url)).rejects.toThrow();
});
