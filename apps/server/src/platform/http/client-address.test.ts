import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createBareServer, listen } from '../../testing/bare-server.ts';

/** A client on its own thread: it sends a request and resets the connection while the server is busy. */
const clientScript = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { connect } = require('node:net');
  const socket = connect(workerData.port, '127.0.0.1', () => parentPort.postMessage('connected'));
  socket.on('error', () => undefined);
  parentPort.on('message', () => {
    socket.write('GET /here HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
      socket.resetAndDestroy();
      setTimeout(() => {
        Atomics.store(workerData.gone, 0, 1);
        Atomics.notify(workerData.gone, 0);
        parentPort.close();
      }, 100);
    });
  });`;

test('[ERROR-4] the address of a client that is gone before its request is read is still known', async () => {
  const server = await createBareServer();
  const { promise: seen, resolve } = Promise.withResolvers<string>();
  server.get('/here', async (request) => {
    resolve(request.clientAddress);
    return 'here';
  });
  const port = await listen(server);
  const gone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const accepted = once(server.server, 'connection');
  const client = new Worker(clientScript, { eval: true, workerData: { port, gone } });
  await Promise.all([accepted, once(client, 'message')]);

  client.postMessage('leave');
  Atomics.wait(gone, 0, 0, 10_000);

  expect(await seen).toBe('127.0.0.1');
  await server.close();
});

// The proxies are 127.0.0.1, which connects, and 10.0.0.5.
test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:65535', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['198.51.100.9, 203.0.113.7:4711 , 10.0.0.5:443', '203.0.113.7'],
  ['203.0.113.7:4711,[::ffff:10.0.0.5]:443', '203.0.113.7'],
  ['203.0.113.7, ', '203.0.113.7'],
  ['', '127.0.0.1'],
  [' , ', '127.0.0.1'],
  ['203.0.113.7, unknown', 'unknown'],
  ['203.0.113.7, 0x0a000005', 'unknown'],
  ['unknown, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:', 'unknown'],
  ['203.0.113.7:123456', 'unknown'],
  ['203.0.113.7:80:80', 'unknown'],
  ['[2001:db8::7', 'unknown'],
  ['2001:db8::7]:80', 'unknown'],
  ['203.0.113.777', 'unknown'],
  ['proxy.example.com', 'unknown'],
  [`${'1'.repeat(9_000)}`, 'unknown'],
])('[SIGNIN-8] behind a proxy that sends “%.60s”, the client is %s', async (forwarded, address) => {
  const server = await createBareServer({ TRUST_PROXY: '127.0.0.1,10.0.0.5' });
  server.get('/here', async (request) => request.clientAddress);
  const headers = { 'x-forwarded-for': forwarded };
  const response = await server.inject({ url: '/here', headers });
  expect(response.body).toBe(address);
  await server.close();
});

test('[SIGNIN-8] without a proxy, nobody names an address', async () => {
  const server = await createBareServer({ TRUST_PROXY: 'none' });
  server.get('/here', async (request) => request.clientAddress);
  const response = await server.inject({ url: '/here', headers: { 'x-forwarded-for': '203.0.113.7:80' } });
  expect(response.body).toBe('127.0.0.1');
  await server.close();
});
