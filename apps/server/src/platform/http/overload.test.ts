import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createBareServer, listen } from '../../testing/bare-server.ts';
import { startTestPortal } from '../../testing/portal.ts';

const maximum = 10;
let server: FastifyInstance;
let release: () => void;
afterEach(() => server.close());

/** Starts a server with a call that lasts until `release()`, or for `lastsMs`, and returns its address. */
async function start(changes: Record<string, string>, lastsMs?: number): Promise<string> {
  server = await createBareServer(changes);
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  const lasts = () => (lastsMs ? new Promise((resolve) => setTimeout(resolve, lastsMs)) : held.promise);
  server.post('/held', async () => lasts().then(() => 'held'));
  server.get('/held', async () => lasts().then(() => 'held'));
  server.get('/myaccount/health/live', async () => 'ok');
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Sends calls that the server holds, and waits until it has all of them. */
async function hold(url: string, count: number): Promise<Promise<Response>[]> {
  const calls: Promise<Response>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const received = once(server.server, 'request');
    calls.push(fetch(`${url}/held`));
    await received;
  }
  return calls;
}

describe('too many requests in progress', () => {
  test('[SHARE-2] one more is refused at once, with Retry-After, and health checks are not', async () => {
    const url = await start({ MAX_REQUESTS_IN_PROGRESS: String(maximum) });
    const held = await hold(url, maximum);
    const startedAt = performance.now();
    const refused = await fetch(`${url}/held`, { method: 'POST', body: '{}' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await refused.json()).toMatchObject({ code: 'server.unavailable', status: 503 });
    expect((await fetch(`${url}/myaccount/health/live`)).status).toBe(200);
    release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(maximum).fill(200));
    expect((await fetch(`${url}/held`)).status).toBe(200);
  });

  test('[SHARE-2] the limit itself is served, also again and again', async () => {
    const url = await start({ MAX_REQUESTS_IN_PROGRESS: String(maximum) }, 5);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: maximum }, () => fetch(`${url}/held`)));
      expect(answers.map(({ status }) => status)).toEqual(Array(maximum).fill(200));
    }
  });

  test('[SHARE-2] a client that left makes room', async () => {
    const url = await start({ MAX_REQUESTS_IN_PROGRESS: String(maximum) });
    const leaving = new AbortController();
    const received = once(server.server, 'request');
    const left = fetch(`${url}/held`, { signal: leaving.signal }).catch(() => 'left');
    const [, response] = await received;
    const closed = once(response, 'close');
    leaving.abort();
    await closed;
    expect(await left).toBe('left');
    const held = await hold(url, maximum);
    release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(maximum).fill(200));
  });

  test('[SHARE-2] in a burst of 2,000 every request gets an answer', async () => {
    const url = await start({ MAX_REQUESTS_IN_PROGRESS: '100' });
    const agent = new Agent({ keepAlive: false });
    let refused = 0;
    const statusOf = () =>
      new Promise<number | string>((resolve) => {
        const request = get(`${url}/held`, { agent }, (response) => {
          const { statusCode = 0 } = response;
          if (statusCode === 503) refused += 1;
          if (refused === 1_900) release();
          response.resume().on('end', () => resolve(statusCode));
        });
        request.on('error', (error) => resolve(error.message));
      });
    const statuses = await Promise.all(Array.from({ length: 2_000 }, statusOf));
    expect(statuses.toSorted()).toEqual([...Array(100).fill(200), ...Array(1_900).fill(503)]);
  });
});

test('[SHARE-2] a call that gets no database connection is refused after five seconds', async () => {
  const portal = await startTestPortal({ DATABASE_CONNECTIONS: '2' });
  server = portal.app.server;
  const clients = [await portal.pool.connect(), await portal.pool.connect()];
  const startedAt = performance.now();
  const refused = await portal.post('/login/otp/send', { email: 'ana@example.com' });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  for (const client of clients) client.release();
  await portal.close();
});
