import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeTestStart, slowly, stop, type TestStart } from './test-start.ts';

vi.setConfig({ testTimeout: 2 * slowly.timeout });

let local: TestStart;
beforeAll(async () => {
  local = await makeTestStart();
});
afterAll(() => local.remove());

function runningPrograms(): number[] {
  const processes: { pid: number }[] = JSON.parse(
    readFileSync(join(local.dataDir, 'processes.json'), 'utf8'),
  );
  return processes.map(({ pid }) => pid);
}

test('after the start itself is killed its programs end, and the next start has lost nothing', async () => {
  const killed = await local.startUntilReady();
  const customers = await local.countCustomers();
  killed.process.kill('SIGKILL');
  const next = await local.startUntilReady();
  expect(next.output()).not.toContain('Importing');
  expect(await local.countCustomers()).toBe(customers);
  expect(await stop(next, 'SIGTERM')).toBe(0);
});

test('a killed portal and a killed sandbox are restarted', async () => {
  const started = await local.startUntilReady();
  for (const pid of runningPrograms()) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => {
    expect(started.output()).toContain('The portal is running again.');
    expect(started.output()).toContain('The sandbox is running again.');
  }, slowly);
  expect((await fetch(`${local.portal}/health/ready`)).status).toBe(200);
  expect(await stop(started, 'SIGINT')).toBe(0);
});

test('a port in use stops the start; the message names the port and its setting', async () => {
  const other = createServer().listen(Number(local.environment.PORT), '127.0.0.1');
  await once(other, 'listening');
  const started = local.start();
  expect(await started.exitCode).toBe(1);
  expect(started.output()).toContain(
    `Port ${local.environment.PORT} for the portal is taken by another program.`,
  );
  other.close();
});

test('[CONFIG-4] a wrong setting stops the start with its name and what it needs', async () => {
  const started = local.start({ BUSINESS_TIME_ZONE: 'Mars/Olympus' });
  expect(await started.exitCode).toBe(1);
  expect(started.output()).toContain('BUSINESS_TIME_ZONE: a time zone such as America/New_York');
});
