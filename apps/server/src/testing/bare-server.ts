import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { readConfig } from '../config.ts';
import { createServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { testSettings } from './portal.ts';

/** Creates a server without a database and without calls. `settings` override default settings by name. */
export function createBareServer(settings: Record<string, string> = {}) {
  return createServer(readConfig(testSettings('postgres://localhost/none', settings)), createLog('silent'));
}

/** Has a server listen, and returns its port. */
export async function listen(server: Awaited<ReturnType<typeof createBareServer>>): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
  return (server.server.address() as AddressInfo).port;
}

/** Returns all that a connection says from now on until it is closed. */
export async function readUntilClose(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await once(socket, 'close');
  return text;
}

/** Sends a request over a separate connection, and returns the connection once the server has the request. */
export async function sendHeld(
  server: Awaited<ReturnType<typeof createBareServer>>,
  request: string,
): Promise<Socket> {
  const received = once(server.server, 'request');
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  await received;
  return socket;
}

/** A caller whose session is live. */
export const liveCaller = {
  sessionId: 's',
  loginId: 'l',
  emailAddress: 'ana@example.com',
  accountIds: [],
  signedInAt: new Date(0),
  confirmedAt: new Date(0),
  securityHoldUntil: null,
};
