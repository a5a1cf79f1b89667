import type pg from 'pg';
import { corkUntil, streamOf } from './client-stream.ts';
import { longestTimeoutMs } from './session-settings.ts';

/** More reads than this do not wait on one connection. */
const fullAt = 32;
/** New reads avoid a connection on which one takes longer. */
const patienceMs = 50;

/** What sends reads, each a transaction of its own: shared connections or a pool. */
export interface Reads {
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** One of the shared connections. */
interface Line {
  readonly client: Promise<pg.PoolClient>;
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
  readonly #lines = new Set<Line>();

  /** `shared` opens pipelined connections, at most its maximum; `pool` takes what they have no room for. */
  constructor(shared: pg.Pool, pool: pg.Pool) {
    this.#shared = shared;
    this.#pool = pool;
  }

  /** Throws what a query of the pool throws. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const line = this.#findLine();
    return line ? await send<Row>(line, text, values) : await this.#pool.query<Row>(text, [...values]);
  }

  /** Closes the connections. Reads under way are answered first. */
  async end(): Promise<void> {
    for (const line of this.#lines) this.#leave(line);
    await this.#shared.end();
  }

  /** Returns the shortest line, or a new one where none is idle; undefined if all are full or slow. */
  #findLine(): Line | undefined {
    let shortest: Line | undefined;
    for (const line of this.#lines)
      if (hasRoom(line) && (!shortest || line.length < shortest.length)) shortest = line;
    if (shortest?.length !== 0 && this.#lines.size < this.#shared.options.max) return this.#open();
    return shortest;
  }

  #open(): Line {
    const line = { client: this.#shared.connect(), length: 0, sinceMs: 0 };
    this.#lines.add(line);
    line.client.then(
      (client) => {
        for (const event of ['error', 'end'] as const) client.once(event, () => this.#leave(line));
      },
      () => this.#lines.delete(line),
    );
    return line;
  }

  #leave(line: Line): void {
    if (this.#lines.delete(line)) void line.client.then((client) => client.release(true));
  }
}

function hasRoom(line: Line): boolean {
  const waitsMs = line.length > 0 ? performance.now() - line.sinceMs : 0;
  // The database has ended any statement by then: the connection is lost.
  if (waitsMs > longestTimeoutMs) void line.client.then((client) => streamOf(client).destroy());
  return line.length < fullAt && waitsMs < patienceMs;
}

async function send<Row extends pg.QueryResultRow>(
  line: Line,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  if (line.length === 0) line.sinceMs = performance.now();
  line.length += 1;
  try {
    const client = await line.client;
    // All reads of this turn of the event loop.
    corkUntil(setImmediate, client);
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<Row>>();
    client.query<Row>(text, values as unknown[], (error, result) =>
      error ? reject(error) : resolve(result),
    );
    return await promise;
  } finally {
    line.length -= 1;
    line.sinceMs = performance.now();
  }
}
