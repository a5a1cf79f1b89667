import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { Database, Trx } from '../tables.ts';
import type { Reads } from './shared-reads.ts';

/** A statement that was sent: the promise of its answer, in an object that can be awaited without it. */
interface PendingResult<Row> {
  readonly answer: Promise<QueryResult<Row>>;
}

/**
 * Executes a statement and returns its rows. With pipelining, those of a transaction that are called without waiting for each
 * other go out together: the query builder alone would wait for each before it sends the next.
 */
export async function execute<Row>(db: Database | Trx, statement: CompiledQuery<Row>): Promise<Row[]> {
  // The connection is free for the next statement once this one is sent.
  const { answer } = await db.getExecutor().provideConnection(async (connection) => {
    return await (connection as OrderedConnection).send<Row>(statement);
  });
  return (await answer).rows;
}

/**
 * A connection that is one of the pool's only from the first statement on that needs it. It serves one statement or one
 * transaction, whose statements keep the order of their calls, whose first failure is the error of every later one, the commit
 * among them, and whose end nothing follows. With `reads` it is pipelined: reads before that first statement are shared, and a
 * transaction sends a statement before the one before is answered.
 */
export class OrderedConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #reads: Reads | undefined;
  #own: Promise<DatabaseConnection> | undefined;
  #begun: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  /** Nothing may follow the end of a transaction, not even what waits for its turn. */
  #isOver = false;

  constructor(driver: Driver, reads: Reads | undefined) {
    this.#driver = driver;
    this.#reads = reads;
  }

  /** Sends the begin. With pipelining it goes out with the next statement, if that reads. */
  async begin(settings: TransactionSettings): Promise<void> {
    const own = await this.#acquire();
    this.#begun = this.#follow(this.#driver.beginTransaction(own, settings));
  }

  async commit(): Promise<void> {
    const own = await this.#takeTurn();
    this.#isOver = true;
    // A statement that failed in this process never reached the database, which would commit the others.
    if (this.#failure) throw this.#failure.error;
    await this.#follow(this.#driver.commitTransaction(own));
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await this.#driver.rollbackTransaction(await this.#takeTurn());
  }

  async release(): Promise<void> {
    if (this.#own) await this.#driver.releaseConnection(await this.#own);
  }

  /** Sends a statement. In a transaction, and of a read that is shared, the answer is waited for by the caller alone. */
  async send<Row>(statement: CompiledQuery): Promise<PendingResult<Row>> {
    const { query, sql, parameters } = statement;
    if (this.#reads && !this.#own && isRead(query))
      return { answer: this.#reads.query(sql, parameters) as Promise<QueryResult<Row>> };
    const own = await this.#takeTurn();
    // If the begin failed, a statement behind it would be a separate transaction: one that reads, or locks, does no harm.
    if (!isSelect(query)) await this.#begun;
    if (this.#isOver) throw new Error('The transaction is over.');
    const answer = this.#follow(own.executeQuery<Row>(statement));
    if (!this.#begun) await answer;
    return { answer };
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    return await (await this.send<Row>(statement)).answer;
  }

  streamQuery(): never {
    throw new Error('This connection has no cursors.');
  }

  async #acquire(): Promise<DatabaseConnection> {
    this.#own ??= this.#driver.acquireConnection();
    return await this.#own;
  }

  /** Without pipelining, waits until the statement before is answered. */
  async #takeTurn(): Promise<DatabaseConnection> {
    const own = await this.#acquire();
    if (!this.#reads) await this.#last.catch(() => undefined);
    return own;
  }

  /** Waits for the answers before: the first failure of a transaction is the error of all that follows. */
  #follow<T>(answer: Promise<T>): Promise<T> {
    const followed = this.#last.then(() => answer);
    // Work may fail, and end, before it has waited for all that it sent.
    for (const promise of [answer, followed])
      promise.catch((error: unknown) => {
        this.#failure ??= { error };
      });
    this.#last = followed;
    return followed;
  }
}

type Query = CompiledQuery['query'];

/** Whether a statement only reads, as the query builder knows it. Raw SQL may do anything. */
function isRead(query: Query): boolean {
  return isSelect(query) && !('endModifiers' in query && query.endModifiers);
}

/** Whether a statement only selects, or locks, and what it begins with only reads. */
function isSelect(query: Query): boolean {
  if (query.kind !== 'SelectQueryNode') return false;
  return (query.with?.expressions ?? []).every(({ expression }) => isRead(expression as Query));
}
