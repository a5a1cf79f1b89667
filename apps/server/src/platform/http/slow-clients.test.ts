import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { apiPath, endpoint } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBareServer, listen, liveCaller, readUntilClose } from '../../testing/bare-server.ts';
import { Endpoints } from './endpoints.ts';

/** Of requests and open bodies, and a fifth of it for the open bodies of one network. */
const maximum = 10;
const behindProxy = { TRUST_PROXY: 'loopback', MAX_REQUESTS_IN_PROGRESS: String(maximum) };
const body = JSON.stringify({ text: 'a note' });
const common = { feature: 'audit', summary: 'A note.', requirement: 'API-25', problems: [] } as const;
const reply = z.object({ text: z.string() });
const readNote = endpoint({ ...common, method: 'GET', operationId: 'readNote', path: '/note', reply });
const openNote = endpoint({
  ...common,
  method: 'GET',
  operationId: 'openNote',
  path: '/open-note',
  isPublic: true,
  reply,
});
let server: FastifyInstance;
let port: number;
let release: () => void;
let isSignedIn: boolean;
const sockets: Socket[] = [];
afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** Starts a server with calls that answer at once and calls that are held until `release()`. */
async function start(changes: Record<string, string>): Promise<void> {
  server = await createBareServer(changes);
  const { promise: held, resolve } = Promise.withResolvers<void>();
  release = resolve;
  isSignedIn = true;
  const endpoints = new Endpoints(server, async () => (isSignedIn ? liveCaller : undefined));
  endpoints.signedIn(readNote, async () => ({ text: 'signed in' }));
  endpoints.open(openNote, async () => ({ text: 'open' }));
  server.addHook('onSend', async ({ headers }) => {
    if (headers['x-held']) await held;
  });
  server.get('/now', async () => 'now');
  server.post('/now', async () => 'now');
  server.get('/held', async () => held.then(() => 'held'));
  server.post('/held', async () => held.then(() => 'held'));
  server.get('/myaccount/health/live', async () => 'ok');
  port = await listen(server);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A client that sends a request in two parts. */
interface SlowClient {
  readonly socket: Socket;
  readonly answer: Promise<Answer>;
  finish(): void;
}

function open(localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Returns the answer of a connection when it is closed; without one the status is NaN. */
async function answerOf(socket: Socket): Promise<Answer> {
  const text = await readUntilClose(socket);
  return { status: Number(text.split(' ')[1]), text };
}

const json = 'Content-Type: application/json';
const closing = `${json}\r\nConnection: close\r\nContent-Length: ${body.length}`;

/** Sends headers and a part of the body, and returns when the server has the request. */
async function sendSlowly(address: string, { path = '/now', headers = closing } = {}): Promise<SlowClient> {
  const socket = open();
  const received = once(server.server, 'request');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${headers}\r\n\r\n`);
  if (headers === closing) socket.write(body.slice(0, 4));
  await received;
  return { socket, answer: answerOf(socket), finish: () => socket.write(body.slice(4)) };
}

async function call(
  path: string,
  { token, ...options }: RequestInit & { token?: string } = {},
): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return await fetch(`http://127.0.0.1:${port}${path}`, { ...options, headers });
}

/** Sends a call, and returns its answer to come when the server has it. */
async function hold(...sent: Parameters<typeof call>): Promise<{ answer: Promise<Response> }> {
  const received = once(server.server, 'request');
  const answer = call(...sent);
  await received;
  return { answer };
}

async function statusOf(...sent: Parameters<typeof call>): Promise<number> {
  return (await call(...sent)).status;
}

const networks = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index + 1}`);

describe('bodies that arrive slowly', () => {
  test('[SHARE-2] do not count as requests in progress', async () => {
    await start(behindProxy);
    for (const address of networks(maximum)) await sendSlowly(address);
    const held = [];
    while (held.length < maximum) held.push(await hold('/held', { method: 'POST', body }));
    release();
    for (const { answer } of held) expect((await answer).status).toBe(200);
  });

  test('[SHARE-2] count from then on that they are there', async () => {
    await start(behindProxy);
    const late = await sendSlowly('192.0.2.1');
    const held = [];
    while (held.length < maximum) held.push(await hold('/held'));
    // A full server refuses others before their body is there.
    expect((await (await sendSlowly('192.0.2.2')).answer).status).toBe(503);
    late.finish();
    const refused = await late.answer;
    expect(refused.status).toBe(503);
    expect(refused.text).toMatch(/\r\nretry-after: 2\r\n/i);
    release();
    for (const { answer } of held) expect((await answer).status).toBe(200);
    const inTime = await sendSlowly('192.0.2.1');
    inTime.finish();
    expect((await inTime.answer).status).toBe(200);
  });

  test.each([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'])(
    '[SHARE-2] one more than the limit refuses the oldest, with Retry-After: %s',
    async (length) => {
      await start(behindProxy);
      const headers = `${json}\r\n${length}`;
      const refused = [];
      for (const address of ['198.51.100.1', '198.51.100.2'])
        refused.push(await sendSlowly(address, { headers }));
      const others = [];
      for (const address of networks(maximum)) others.push(await sendSlowly(address));
      for (const { answer } of refused) {
        const { status, text } = await answer;
        expect(status).toBe(503);
        expect(text).toMatch(/\r\nretry-after: 2\r\n/i);
        expect(text).toMatch(/\r\nconnection: close\r\n/i);
        expect(text).toContain('"code":"server.unavailable"');
      }
      for (const { finish, answer } of others) {
        finish();
        expect((await answer).status).toBe(200);
      }
    },
  );

  test.each([
    ['an IPv4 address', ['198.51.100.7', '198.51.100.7', '198.51.100.7'], '198.51.100.8'],
    ['an IPv6 /64', ['2001:db8::1', '2001:db8::2', '2001:db8::3:3'], '2001:db8:0:1::1'],
  ])(
    '[SHARE-2] of %s one more than a fifth of the limit refuses its oldest only',
    async (_of, own, other) => {
      await start(behindProxy);
      const others = [await sendSlowly(other), await sendSlowly(other)];
      const clients = [];
      for (const address of own) clients.push(await sendSlowly(address));
      const [oldest, ...rest] = clients;
      expect((await oldest?.answer)?.status).toBe(503);
      for (const client of [...others, ...rest]) {
        client.finish();
        expect((await client.answer).status).toBe(200);
      }
    },
  );

  test('[SHARE-2] are open no more once they are there', async () => {
    await start(behindProxy);
    const oldest = await sendSlowly('192.0.2.1');
    const clients = [];
    while (clients.length < maximum) {
      const client = await sendSlowly('192.0.2.1', { path: '/held' });
      client.finish();
      clients.push(client);
    }
    await expect.poll(() => statusOf('/now')).toBe(503);
    release();
    for (const { answer } of clients) expect((await answer).status).toBe(200);
    oldest.finish();
    expect((await oldest.answer).status).toBe(200);
  });

  test('[SHARE-2] are refused once, and not when their answer is on its way', async () => {
    await start(behindProxy);
    const held = `X-Held: 1\r\nConnection: close\r\nContent-Length: ${body.length}`;
    const headersOfText = `Content-Type: text/plain\r\n${held}`;
    const wrongTypes = [];
    while (wrongTypes.length < 2) wrongTypes.push(await sendSlowly('192.0.2.1', { headers: headersOfText }));
    const clients = [];
    for (const headers of [`${json}\r\n${held}`, closing, closing, closing])
      clients.push(await sendSlowly('192.0.2.1', { headers }));
    const [first, second, ...others] = clients;
    expect((await second?.answer)?.status).toBe(503);
    release();
    expect((await first?.answer)?.status).toBe(503);
    for (const { answer } of wrongTypes) expect((await answer).status).toBe(415);
    for (const { finish, answer } of others) {
      finish();
      expect((await answer).status).toBe(200);
    }
  });

  test('[SHARE-2] are closed with 408 soon after their time, like headers', async () => {
    await start(behindProxy);
    expect([server.server.headersTimeout, server.server.requestTimeout]).toEqual([10_000, 15_000]);
    server.server.headersTimeout = 100;
    server.server.requestTimeout = 100;
    const slowBody = await sendSlowly('192.0.2.1');
    const slowHeaders = open();
    slowHeaders.write('GET /now HTTP/1.1\r\nHost: x\r\n');
    expect((await slowBody.answer).status).toBe(408);
    expect((await answerOf(slowHeaders)).status).toBe(408);
    // Node itself would look every 30 seconds.
  }, 20_000);
});

describe('room for live sessions', () => {
  const token = 'live';
  const note = `${apiPath}/note`;

  /** Fills all room that strangers have. */
  async function fill(): Promise<{ answer: Promise<Response> }[]> {
    const held = [];
    while (held.length < maximum) held.push(await hold('/held'));
    return held;
  }

  test('[SHARE-2] a quarter more, and no more than that', async () => {
    await start(behindProxy);
    expect(await statusOf(note, { token })).toBe(200);
    const held = await fill();
    expect(await statusOf('/now')).toBe(503);
    expect(await statusOf(note, { token })).toBe(200);
    expect(await statusOf('/now', { token, method: 'POST', body })).toBe(200);
    while (held.length < maximum + 2) held.push(await hold('/held', { token }));
    const leaving = new AbortController();
    const left = expect((await hold('/held', { token, signal: leaving.signal })).answer).rejects.toThrow();
    expect(await statusOf(note, { token })).toBe(503);
    expect(await statusOf('/myaccount/health/live')).toBe(200);
    leaving.abort();
    await left;
    await expect.poll(() => statusOf(note, { token })).toBe(200);
    release();
    for (const { answer } of held) expect((await answer).status).toBe(200);
    expect(await statusOf('/now')).toBe(200);
  });

  test('[SHARE-2] none for a token that nobody has seen, or that only a public call had', async () => {
    await start(behindProxy);
    expect(await statusOf(note, { token })).toBe(200);
    expect(await statusOf(`${apiPath}/open-note`, { token: 'made-up' })).toBe(200);
    expect(await statusOf('/now', { token: 'made-up' })).toBe(200);
    await fill();
    for (const unknown of ['made-up', 'other', undefined])
      expect(await statusOf(note, { token: unknown })).toBe(503);
  });

  test('[SHARE-2] none for a session that has ended, or never was', async () => {
    await start(behindProxy);
    expect(await statusOf(note, { token })).toBe(200);
    isSignedIn = false;
    expect(await statusOf(note, { token })).toBe(401);
    expect(await statusOf(note, { token: 'never' })).toBe(401);
    await fill();
    for (const ended of [token, 'never']) expect(await statusOf(note, { token: ended })).toBe(503);
  });
});

describe('connections of one network', () => {
  const limit = { MAX_CONNECTIONS_PER_NETWORK: '10' };

  /** Opens connections that send nothing, and waits until the server has them. */
  async function openIdle(count: number): Promise<Socket[]> {
    const opened = [];
    while (opened.length < count) {
      const accepted = once(server.server, 'connection');
      opened.push(open());
      await accepted;
    }
    return opened;
  }

  async function ask(localAddress?: string): Promise<number> {
    const socket = open(localAddress);
    socket.write('GET /now HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return (await answerOf(socket)).status;
  }

  test.each(['', 'none'])('[SHARE-2] have a limit without a proxy: TRUST_PROXY=%s', async (TRUST_PROXY) => {
    await start({ ...limit, TRUST_PROXY });
    expect(await ask()).toBe(200);
    const idle = await openIdle(10);
    expect([await ask(), await ask()]).toEqual([Number.NaN, Number.NaN]);
    expect(await ask('127.0.0.2')).toBe(200);
    for (const socket of idle.slice(0, 2)) {
      const serverSide = once(socket, 'close');
      socket.destroy();
      await serverSide;
    }
    await expect.poll(() => ask()).toBe(200);
    await openIdle(1);
    await expect.poll(() => ask()).toBe(200);
    await openIdle(1);
    expect(await ask()).toBe(Number.NaN);
  });

  test('[SHARE-2] have none behind a proxy, whose connections are everybody’s', async () => {
    await start({ ...limit, TRUST_PROXY: 'loopback' });
    await openIdle(12);
    expect(await ask()).toBe(200);
  });
});
