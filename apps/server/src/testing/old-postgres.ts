import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { listenAnywhere } from './server-process.ts';

/** A server that speaks just enough of PostgreSQL's protocol to tell its version. */
export interface OldPostgres {
  readonly port: number;
  close(): void;
}

const sslRequestBytes = 8;
/** The type's number in pg_type. */
const int4Type = 23;
const { key, cert } = createRequire(import.meta.url)('smtp-server/lib/tls-options')() as {
  key: string;
  cert: string;
};

/** Starts a server of this version, such as 170006. `withTls` gives it a certificate that nobody trusts. */
export async function startOldPostgres(version: number, { withTls = false } = {}): Promise<OldPostgres> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      if (first.length !== sslRequestBytes) return converse(socket, version);
      socket.write(withTls ? 'S' : 'N');
      if (withTls) new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => socket.destroy());
      else socket.once('data', () => converse(socket, version));
    });
  });
  const port = await listenAnywhere(server);
  return { port, close: () => server.close() };
}

/** Accepts the login, and answers every query with the version. */
function converse(socket: Socket, version: number): void {
  const ready = message('Z', Buffer.from('I'));
  socket.write(Buffer.concat([message('R', int32(0)), ready]));
  const column = [
    Buffer.from('version\0'),
    int32(0),
    int16(0),
    int32(int4Type),
    int16(4),
    int32(-1),
    int16(0),
  ];
  const value = Buffer.from(String(version));
  const answer = Buffer.concat([
    message('T', int16(1), ...column),
    message('D', int16(1), int32(value.length), value),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  socket.on('data', () => socket.write(answer));
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
