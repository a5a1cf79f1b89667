import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { medianRate, runAtRate } from './fixed-rate.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(created: Server): Promise<{ url: string }> {
  await once(created.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(created.address() as AddressInfo).port}` };
}

function forMs(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

test('calls start at the fixed rate, whether or not the calls before them were answered', async () => {
  const calls = 20;
  const waiting: ServerResponse[] = [];
  server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length === calls) for (const one of waiting) one.end('{}');
  });
  const startedAt = performance.now();
  let left = calls;
  await runAtRate(await listen(server), [{ path: '/' }], { perSecond: 50, isOver: () => left-- === 0 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(((calls - 1) / 50) * 1_000);
});

test('a call that starts late counts from its own moment', async () => {
  server = createServer((_request, response) => response.end('{}'));
  let isBlocked = false;
  const isOver = forMs(1_000);
  const { p99Ms } = await runAtRate(await listen(server), [{ path: '/' }], {
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
  server = createServer((_request, response) => response.writeHead(503).end('{}'));
  const run = runAtRate(await listen(server), [{ path: '/refused' }], { perSecond: 50, isOver: forMs(200) });
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
  let left = 1;
  const call = { method: 'POST', path: '/paid', body: '{"amount":20}' } as const;
  await runAtRate(await listen(server), [call], { perSecond: 50, isOver: () => left-- === 0 });
  expect(bodies).toEqual(['POST {"amount":20}']);
});

test('the figures of several rounds do not depend on a disturbed one', () => {
  const rounds = [
    { medianMs: 2, p99Ms: 9 },
    { medianMs: 80, p99Ms: 900 },
    { medianMs: 1, p99Ms: 8 },
  ];
  expect(medianRate(rounds)).toEqual({ medianMs: 2, p99Ms: 9 });
});
