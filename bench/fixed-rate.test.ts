import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { poolRounds, runAtRate } from './fixed-rate.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server whose answers take so long, and returns its address. */
async function startServer(delayMs: number, status = 200): Promise<string> {
  server = createServer((_request, response) => {
    setTimeout(() => response.writeHead(status).end('{}'), delayMs);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function forMs(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

test('a call that starts late counts from its own moment', async () => {
  const url = await startServer(0);
  let isBlocked = false;
  const isOver = forMs(1_000);
  const { p99Ms } = await runAtRate({ url }, [{ path: '/' }], {
    perSecond: 50,
    isOver: () => {
      if (!isBlocked) block(400);
      isBlocked = true;
      return isOver();
    },
  });
  expect(p99Ms).toBeGreaterThanOrEqual(350);
});

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a refusal ends the measurement, because it is faster than a real response', async () => {
  const url = await startServer(0, 503);
  const run = runAtRate({ url }, [{ path: '/refused' }], { perSecond: 50, isOver: forMs(200) });
  await expect(run).rejects.toThrow('/refused was answered 503');
});

test('a call is sent as it is, with its method and body', async () => {
  const bodies: string[] = [];
  server = createServer(async (request, response) => {
    let body = `${request.method} `;
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let left = 1;
  const call = { method: 'POST', path: '/paid', body: '{"amount":20}' } as const;
  await runAtRate({ url }, [call], { perSecond: 50, isOver: () => left-- === 0 });
  expect(bodies).toEqual(['POST {"amount":20}']);
});

test('the figures of several rounds are those of all their calls', () => {
  const round = (timesMs: number[]) => ({ calls: timesMs.length, timesMs, medianMs: 0, p99Ms: 0 });
  const pooled = poolRounds([round([1, 2, 9]), round([3, 4])]);
  expect(pooled).toEqual({ calls: 5, timesMs: [1, 2, 3, 4, 9], medianMs: 3, p99Ms: 9 });
});
