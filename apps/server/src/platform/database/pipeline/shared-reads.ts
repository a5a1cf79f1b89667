import type pg from 'pg';
import { corkUntil, streamOf } from '../client-stream.ts';
import { longestTimeoutMs } from '../session-settings.ts';

/** More reads than this do not wait on one connection. */
const fullAt = 32;
/** New reads avoid a connection on which one takes longer. */
const slowAfterMs = 250;

/** Sends reads, each in its own transaction: shared connections or a pool. */
export interface Reads {
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** One of the shared connections, open or not. */
interface SharedConnection {
  client?: Promise<pg.PoolClient> | undefined;
  /** How many reads wait for an answer. */
  waiting: number;
  /** Since when the first of them does. */
  sinceMs: number;
}

/**
 * Sends the short reads of all callers over a few connections, each without waiting for the answer to the one before
 * (pipelining), which takes a fraction of the system calls. A read behind a slow one waits for it.
 */
export class SharedReads implements Reads {
  readonly #shared: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #connections: readonly SharedConnection[];

  /** `shared` opens pipelined connections, at most its maximum; `pool` takes what they have no room for. */
  constructor(shared: pg.Pool, pool: pg.Pool) {
    this.#shared = shared;
    this.#pool = pool;
    this.#connections = Array.from({ length: shared.options.max }, () => ({ waiting: 0, sinceMs: 0 }));
  }

  /** Throws what a query of the pool throws. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const [connection] = this.#connections.filter(hasRoom).sort((a, b) => a.waiting - b.waiting);
    if (!connection) return await this.#pool.query<Row>(text, values);
    if (connection.waiting === 0) connection.sinceMs = performance.now();
    connection.waiting += 1;
    try {
      connection.client ??= this.#open(connection);
      const client = await connection.client;
      // All reads of this turn of the event loop.
      corkUntil(setImmediate, client);
      return await new Promise((resolve, reject) => {
        client.query<Row>(text, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } finally {
      connection.waiting -= 1;
      connection.sinceMs = performance.now();
    }
  }

  /** Closes the connections. Reads under way are answered first. */
  async end(): Promise<void> {
    for (const connection of this.#connections) this.#leave(connection);
    await this.#shared.end();
  }

  #open(connection: SharedConnection): Promise<pg.PoolClient> {
    const opening = this.#shared.connect();
    const leave = () => this.#leave(connection);
    opening.then((client) => client.once('error', leave), leave);
    return opening;
  }

  #leave(connection: SharedConnection): void {
    connection.client?.then((client) => client.release(true)).catch(() => undefined);
    connection.client = undefined;
  }
}

function hasRoom({ client, waiting, sinceMs }: SharedConnection): boolean {
  const waitsMs = waiting > 0 ? performance.now() - sinceMs : 0;
  // The database has ended any statement by then: the connection is lost.
  if (waitsMs > longestTimeoutMs) void client?.then((open) => streamOf(open).destroy());
  return waiting < fullAt && waitsMs < slowAfterMs;
}
