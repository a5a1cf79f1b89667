import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { Reads } from './shared-reads.ts';

/** A statement that was sent. */
export interface PendingResult<Row> {
  readonly answer: Promise<QueryResult<Row>>;
}

/**
 * A connection that is one of the pool's only from the first statement on that needs it; reads before that are shared. It
 * serves one statement or one transaction, whose first failure is the error of every later statement, the commit among them.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #reads: Reads;
  #own: Promise<DatabaseConnection> | undefined;
  #begun: Promise<void> | undefined;
  #last: Promise<unknown> | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** Nothing may follow the end of a transaction, not even what waits for its turn. */
  #isOver = false;

  constructor(driver: Driver, reads: Reads) {
    this.#driver = driver;
    this.#reads = reads;
  }

  /** Sends the begin. It goes out with the next statement, if that reads. */
  async begin(settings: TransactionSettings): Promise<void> {
    const own = await this.#acquire();
    this.#begun = this.#follow(this.#driver.beginTransaction(own, settings));
  }

  async commit(): Promise<void> {
    const own = await this.#acquire();
    this.#isOver = true;
    // A statement that failed in this process never reached the database, which would commit the others.
    if (this.#failure) throw this.#failure.error;
    await this.#follow(this.#driver.commitTransaction(own));
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await this.#driver.rollbackTransaction(await this.#acquire());
  }

  async release(): Promise<void> {
    await this.#last;
    if (this.#own) await this.#driver.releaseConnection(await this.#own);
  }

  /** Sends a statement, and returns before its answer is here. */
  async send<Row>(query: CompiledQuery): Promise<PendingResult<Row>> {
    if (!this.#own && isRead(query))
      return { answer: this.#reads.query(query.sql, query.parameters) as Promise<QueryResult<Row>> };
    const own = await this.#acquire();
    // If the begin failed, a statement behind it would be a transaction of its own: one that reads does no harm.
    if (!isSelect(query)) await this.#begun;
    if (this.#isOver) throw new Error('The transaction is over.');
    return { answer: this.#follow(own.executeQuery<Row>(query)) };
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { answer } = await this.send<Row>(query);
    return await answer;
  }

  streamQuery(): never {
    throw new Error('A pipelined connection has no cursors.');
  }

  async #acquire(): Promise<DatabaseConnection> {
    this.#own ??= this.#driver.acquireConnection();
    return await this.#own;
  }

  #follow<T>(answer: Promise<T>): Promise<T> {
    const followed = this.#withFailure(answer);
    this.#last = followed.catch(() => undefined);
    return followed;
  }

  /** Throws the first failure of the transaction instead of the answer. Answers come in the order of their statements. */
  async #withFailure<T>(answer: Promise<T>): Promise<T> {
    await answer.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    if (this.#failure) throw this.#failure.error;
    return await answer;
  }
}

/** Whether a statement only reads, as the query builder knows it. Raw SQL may do anything. */
function isRead(compiled: CompiledQuery): boolean {
  return isSelect(compiled) && !('endModifiers' in compiled.query && compiled.query.endModifiers);
}

/** Whether it does no harm in a transaction of its own: it reads, and may lock. */
function isSelect({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !query.with;
}
