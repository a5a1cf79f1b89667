import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBareServer, listen, readUntilClose, sendHeld } from '../../testing/bare-server.ts';
import { closeConnections, drain } from './lifecycle.ts';

let app: FastifyInstance;
let port: number;
let release: () => void;
beforeEach(async () => {
  app = await createBareServer();
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  app.get('/held', async () => held.promise.then(() => 'held'));
  app.get('/', async () => 'served');
  port = await listen(app);
});
afterEach(() => app.close());

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function open(): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await accepted;
  return socket;
}

test('[STOP-1] a payment in progress ends before the server does', async () => {
  const socket = await sendHeld(app, requestFor('/held'));
  let isClosed = false;
  const closing = closeConnections(app).then(() => {
    isClosed = true;
  });
  await sleep(300);
  expect(isClosed).toBe(false);
  const text = readUntilClose(socket);
  release();
  expect(await text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*held$/);
  await closing;
});

test('[STOP-1] a request that was sent just before the end is answered', async () => {
  const socket = await open();
  const text = readUntilClose(socket);
  const closing = closeConnections(app);
  socket.write(requestFor('/'));
  expect(await text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*served$/i);
  await closing;
});

test('[STOP-1] connections that stay idle do not hold a server that stops', async () => {
  const sockets = [await open(), await open(), await open()];
  sockets[2]?.write('GET / HTTP/1.1\r\nHost:');
  sockets[1]?.write(requestFor('/'));
  await once(sockets[1] as Socket, 'data');
  await Promise.all([closeConnections(app), ...sockets.map((socket) => once(socket, 'close'))]);
});

test('[STOP-1] draining ends early when no connection is left', async () => {
  const startedAt = performance.now();
  await drain(app, 2);
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(seconds).toBeGreaterThanOrEqual(1.99);
  expect(seconds).toBeLessThan(3.8);
  expect(app.lifecycle).toMatchObject({ isDraining: true, isClosing: true });
});

test('[STOP-1] draining waits for idle connections, so that each is closed by a response', async () => {
  const socket = await open();
  let isDrained = false;
  const draining = drain(app, 2).then(() => {
    isDrained = true;
  });
  await expect.poll(() => app.lifecycle.isClosing).toBe(true);
  expect(isDrained).toBe(false);
  const text = readUntilClose(socket);
  socket.write(requestFor('/'));
  expect(await text).toMatch(/connection: close/i);
  await draining;
});
