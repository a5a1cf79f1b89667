import type pg from 'pg';
import { corkUntil, streamOf } from './client-stream.ts';
import { longestTimeoutMs } from './session-settings.ts';

/** More reads than this do not wait on one connection. */
const fullAt = 32;
/** New reads avoid a connection on which one takes longer. */
const patienceMs = 250;

/** Sends reads, each in its own transaction: shared connections or a pool. */
export interface Reads {
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** One of the shared connections, open or not. */
interface Line {
  client?: Promise<pg.PoolClient> | undefined;
  /** How many reads wait for an answer. */
  length: number;
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
  readonly #lines: readonly Line[];

  /** `shared` opens pipelined connections, at most its maximum; `pool` takes what they have no room for. */
  constructor(shared: pg.Pool, pool: pg.Pool) {
    this.#shared = shared;
    this.#pool = pool;
    this.#lines = Array.from({ length: shared.options.max }, () => ({ length: 0, sinceMs: 0 }));
  }

  /** Throws what a query of the pool throws. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const [line] = this.#lines.filter(hasRoom).sort((a, b) => a.length - b.length);
    if (!line) return await this.#pool.query<Row>(text, values);
    if (line.length === 0) line.sinceMs = performance.now();
    line.length += 1;
    try {
      line.client ??= this.#open(line);
      const client = await line.client;
      // All reads of this turn of the event loop.
      corkUntil(setImmediate, client);
      return await new Promise((resolve, reject) => {
        client.query<Row>(text, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } finally {
      line.length -= 1;
      line.sinceMs = performance.now();
    }
  }

  /** Closes the connections. Reads under way are answered first. */
  async end(): Promise<void> {
    for (const line of this.#lines) this.#leave(line);
    await this.#shared.end();
  }

  #open(line: Line): Promise<pg.PoolClient> {
    const opening = this.#shared.connect();
    const leave = () => this.#leave(line);
    opening.then((client) => client.once('error', leave), leave);
    return opening;
  }

  #leave(line: Line): void {
    line.client?.then((client) => client.release(true)).catch(() => undefined);
    line.client = undefined;
  }
}

function hasRoom({ client, length, sinceMs }: Line): boolean {
  const waitsMs = length > 0 ? performance.now() - sinceMs : 0;
  // The database has ended any statement by then: the connection is lost.
  if (waitsMs > longestTimeoutMs) void client?.then((open) => streamOf(open).destroy());
  return length < fullAt && waitsMs < patienceMs;
}
