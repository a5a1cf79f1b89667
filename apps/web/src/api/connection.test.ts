import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { inTurn, startFakeServer } from '../testing/fake-server.ts';
import { connected, isConnected, loadScript } from './connection.ts';

const probe = 'HEAD /health/live';
const server = startFakeServer();
const lost = { isLost: true };

afterEach(() => onlineManager.setOnline(true));

test('[SHELL-10] a server that responds, whatever it says, is there', async () => {
  server.answer(probe, { status: 503 });
  expect(await isConnected()).toBe(true);
  await connected();
});

test('[SHELL-10] one that does not is asked again until it does, once at a time', async () => {
  server.answer(probe, inTurn(lost, lost, {}));
  expect(await Promise.all([isConnected(), isConnected()])).toEqual([false, false]);
  expect(server.requestsOf(probe)).toHaveLength(1);
  expect(onlineManager.isOnline()).toBe(false);
  await connected();
  expect(server.requestsOf(probe)).toHaveLength(3);
});

test('[SHELL-10] a script waits for the connection, then it is loaded', async () => {
  server.answer(probe, inTurn(lost, {}));
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError())
    .mockResolvedValue('part');
  expect(await loadScript(load)).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

test('[SHELL-10] a style sheet that did not load is loaded again with its script', async () => {
  server.answer(probe, inTurn(lost, {}));
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/a.css' });
  document.head.append(link);
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError())
    .mockResolvedValue('part');
  const loading = loadScript(load);
  const requested = new Promise((resolve) =>
    new MutationObserver(resolve).observe(link, { attributes: true }),
  );
  await requested;
  expect(load).toHaveBeenCalledTimes(1);
  link.dispatchEvent(new Event('load'));
  expect(await loading).toBe('part');
  link.remove();
});

test('[SHELL-10, RELEASE-2] a script that a new release removed fails at once: a reload gets the new ones', async () => {
  const removed = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(removed);
  await expect(loadScript(load)).rejects.toBe(removed);
  expect(load).toHaveBeenCalledTimes(1);
  expect(onlineManager.isOnline()).toBe(true);
});
