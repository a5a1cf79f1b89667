import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { runAtRate } from './fixed-rate.ts';
import { medianOf } from './load.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(created: Server): Promise<{ url: string }> {
  await once(created.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(created.address() as AddressInfo).port}` };
}

const calls = (count: number) => Array.from({ length: count }, () => ({ path: '/' }));

test('calls start at the fixed rate, whether or not the calls before them were answered', async () => {
  const waiting: ServerResponse[] = [];
  server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length === 20) for (const one of waiting) one.end('{}');
  });
  const startedAt = performance.now();
  await runAtRate(await listen(server), calls(20), 50);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual((19 / 50) * 1_000);
});

test('a call that starts late counts from its own moment', async () => {
  let isBlocked = false;
  server = createServer((_request, response) => {
    if (!isBlocked) block(400);
    isBlocked = true;
    response.end('{}');
  });
  const { medianMs } = await runAtRate(await listen(server), calls(8), 50);
  expect(medianMs).toBeGreaterThanOrEqual(250);
});

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a refusal ends the measurement, because it is faster than a real response', async () => {
  server = createServer((_request, response) => response.writeHead(503).end('{}'));
  const run = runAtRate(await listen(server), [{ path: '/refused' }], 50);
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
  const call = { method: 'POST', path: '/paid', body: '{"amount":20}' } as const;
  await runAtRate(await listen(server), [call], 50);
  expect(bodies).toEqual(['POST {"amount":20}']);
});

test('the figures of several rounds do not depend on a disturbed one', () => {
  const rounds = [
    { medianMs: 2, p99Ms: 9 },
    { medianMs: 80, p99Ms: 900 },
    { medianMs: 1, p99Ms: 8 },
  ];
  expect(medianOf(rounds)).toEqual({ medianMs: 2, p99Ms: 9 });
});
