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
