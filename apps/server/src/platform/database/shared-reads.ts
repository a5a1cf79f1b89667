import type pg from 'pg';
import { SharedLine } from './shared-line.ts';

/**
 * Sends the short reads of all callers over a few connections, each without waiting for the answer to the one before
 * (pipelining), which takes a fraction of the system calls. Each read is a transaction of its own.
 */
export class SharedReads {
  readonly #shared: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #lines = new Set<SharedLine>();

  /** `shared` opens pipelined connections, at most its maximum; `pool` takes what they have no room for. */
  constructor(shared: pg.Pool, pool: pg.Pool) {
    this.#shared = shared;
    this.#pool = pool;
  }

  /** Runs a statement that only reads: it may be sent twice. Throws what a query of the pool throws. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const line = this.#findLine();
    const result = line ? await line.send(text, values) : await this.#pool.query(text, values as unknown[]);
    return result as pg.QueryResult<Row>;
  }

  /** Closes the connections. Reads under way are answered first. */
  async end(): Promise<void> {
    for (const line of this.#lines) line.close();
    await this.#shared.end();
  }

  /** Returns the shortest line, or a new one where none is idle; undefined if all are full. */
  #findLine(): SharedLine | undefined {
    let shortest: SharedLine | undefined;
    for (const line of this.#lines) if (!shortest || line.length < shortest.length) shortest = line;
    if (shortest?.length === 0) return shortest;
    if (this.#lines.size < (this.#shared.options.max ?? 0)) return this.#addLine();
    return shortest?.isFull ? undefined : shortest;
  }

  #addLine(): SharedLine {
    const line = new SharedLine(this.#shared, this.#pool, (left) => this.#lines.delete(left));
    this.#lines.add(line);
    return line;
  }
}
