import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenAnywhere } from '../../testing/server-process.ts';
import { StartRefusal } from '../start-refusal.ts';
import { requireListening } from './require-listening.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function newServer(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}

test.each([
  [
    'a port in use',
    '127.0.0.1',
    /^PORT: another program uses port \d+ on 127\.0\.0\.1; stop it or choose another port$/,
  ],
  ['an address of another machine', '192.0.2.1', /^HOST: this machine has no address 192\.0\.2\.1$/],
])('[START-3] %s is refused', async (_what, host, sentence) => {
  const port = await listenAnywhere(newServer());
  const listening = once(newServer().listen(port, host), 'listening');
  const refusal = requireListening(listening, { host, port, hostSetting: 'HOST', portSetting: 'PORT' });
  await expect(refusal).rejects.toThrow(StartRefusal);
  await expect(refusal).rejects.toThrow(sentence);
});
