import type pg from 'pg';
import { streamOf } from './client-stream.ts';

/** More reads than this do not wait on one connection. */
const fullAt = 32;
/** How long one read may hold up those behind it. */
const patienceMs = 250;
/** By then the database has ended any statement: its time-outs are shorter (session-settings.ts). */
const longestStatementMs = 60_000;

interface Read {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One connection on which reads stand in line. It is left for good when it is lost, or when one read takes long: those
 * behind it are asked again in the pool. The last answer of a line that is left closes the connection.
 */
export class SharedLine {
  readonly #shared: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #onLeave: (line: SharedLine) => void;
  readonly #waiting: Read[] = [];
  #opening: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #watch: NodeJS.Timeout | undefined;
  #headSinceMs = 0;
  /** Reads that wait for the connection to open. */
  #unsent = 0;
  #isCorked = false;

  constructor(shared: pg.Pool, pool: pg.Pool, onLeave: (line: SharedLine) => void) {
    this.#shared = shared;
    this.#pool = pool;
    this.#onLeave = onLeave;
  }

  /** How many reads have no answer yet. */
  get length(): number {
    return this.#unsent + this.#waiting.length;
  }

  get isFull(): boolean {
    return this.length >= fullAt;
  }

  /** Sends a read. Throws the database's error, or why the connection failed. */
  async send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const client = this.#client ?? (await this.#open());
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    const read = { text, values, resolve, reject };
    this.#enter(read);
    this.#cork(client);
    client.query(text, values as unknown[], (error: Error | null, result) => {
      if (this.#isAnswered(read)) error ? reject(error) : resolve(result);
    });
    return await promise;
  }

  /** Takes no more reads; those sent are answered. */
  close(): void {
    this.#onLeave(this);
    clearInterval(this.#watch);
    const client = this.#client;
    if (!client) return;
    this.#client = undefined;
    const timer = setTimeout(() => streamOf(client).destroy(), longestStatementMs).unref();
    client.once('end', () => clearTimeout(timer));
    client.release(true);
  }

  async #open(): Promise<pg.PoolClient> {
    this.#opening ??= this.#connect();
    this.#unsent += 1;
    try {
      return await this.#opening;
    } finally {
      this.#unsent -= 1;
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#shared.connect();
      client.once('error', () => this.close());
      client.once('end', () => this.close());
      this.#client = client;
      this.#watch = setInterval(() => this.#leaveIfSlow(), patienceMs).unref();
      return client;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #enter(read: Read): void {
    if (this.#waiting.length === 0) this.#headSinceMs = performance.now();
    this.#waiting.push(read);
  }

  /** Removes the read; false where the pool has been asked instead. */
  #isAnswered(read: Read): boolean {
    const at = this.#waiting.indexOf(read);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#headSinceMs = performance.now();
    return true;
  }

  #leaveIfSlow(): void {
    if (this.#waiting.length < 2 || performance.now() - this.#headSinceMs < patienceMs) return;
    this.close();
    for (const { text, values, resolve, reject } of this.#waiting.splice(1))
      this.#pool.query(text, values as unknown[]).then(resolve, reject);
  }

  /** What is sent in this turn of the event loop goes out in one write. */
  #cork(client: pg.PoolClient): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const stream = streamOf(client);
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
