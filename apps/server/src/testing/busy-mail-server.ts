import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const greeting = '220 busy';
const replies: Record<string, string> = { EHLO: '250 busy', MAIL: '451 later', QUIT: '221 bye' };
let url: Promise<string> | undefined;

/** Returns the address of a mail server that is there and takes no mail: codes stay in the outbox, where tests read them. */
export function busyMailServer(): Promise<string> {
  url ??= listen();
  return url;
}

async function listen(): Promise<string> {
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    createInterface(socket).on('line', (line) => {
      socket.write(`${replies[line.slice(0, 4).toUpperCase()] ?? '250 ok'}\r\n`);
    });
  });
  await once(server.unref().listen(0, '127.0.0.1'), 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
