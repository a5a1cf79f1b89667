import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** A connection's socket, which the types of pg do not name. */
export function streamOf(client: pg.ClientBase): Duplex {
  return Reflect.get(Reflect.get(client, 'connection'), 'stream');
}
