import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeTestStart, slowly, stop, type TestStart } from './test-start.ts';

// One whole start. start.slow.test.ts kills and restarts.

vi.setConfig({ testTimeout: 2 * slowly.timeout });

let local: TestStart;
beforeAll(async () => {
  local = await makeTestStart();
});
afterAll(() => local.remove());

test('the first start prints the addresses, the demo sign-ins, and where the code arrives; Ctrl-C stops it in order', async () => {
  const started = await local.startUntilReady();
  expect(started.output()).toContain(`http://localhost:${local.environment.PORT}/myaccount`);
  expect(started.output()).toContain(`http://localhost:${local.environment.SANDBOX_PORT}/inbox`);
  expect(started.output()).toMatch(/Sign in as\n +\S+@\S+ +\S+/);
  expect((await fetch(`${local.portal}/health/ready`)).status).toBe(200);
  expect(await local.countCustomers()).toBeGreaterThanOrEqual(14);
  expect(await stop(started, 'SIGINT')).toBe(0);
  expect(started.output()).toMatch(/Stopped\.\s*$/);
  await expect(fetch(`${local.portal}/health/ready`)).rejects.toThrow();
});
