import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** A connection's socket, which the types of pg do not name. */
export function streamOf(client: pg.ClientBase): Duplex {
  return Reflect.get(Reflect.get(client, 'connection'), 'stream');
}

/** What a connection sends until `later` calls back goes out in one write. */
export function corkUntil(later: (uncork: () => void) => void, client: pg.ClientBase): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  later(() => stream.uncork());
}
