import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { isSentAhead, isSentAlongside, type PendingResult } from './send-ahead.ts';
import type { SharedReads } from './shared-reads.ts';

const nothing = { rows: [] };

/** Whether a statement only reads, as the query builder knows it. Raw SQL may do anything. */
function isRead({ query }: CompiledQuery): boolean {
  return isSelect(query) && !query.endModifiers && !query.with;
}

function isSelect(
  query: CompiledQuery['query'],
): query is Extract<typeof query, { kind: 'SelectQueryNode' }> {
  return query.kind === 'SelectQueryNode';
}

/**
 * A connection that is one of the pool's only from the first statement on that needs it; reads before that are shared. A
 * transaction's begin, and what is sent ahead (send-ahead.ts), go out with the next statement.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #reads: SharedReads;
  #own: Promise<DatabaseConnection> | undefined;
  #begun: Promise<void> | undefined;
  #isInTransaction = false;
  /** Sent, in this order, and not waited for yet. */
  #unanswered: Promise<unknown>[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(driver: Driver, reads: SharedReads) {
    this.#driver = driver;
    this.#reads = reads;
  }

  async begin(settings: TransactionSettings): Promise<void> {
    const own = await this.#connect();
    this.#isInTransaction = true;
    this.#begun = this.#driver.beginTransaction(own, settings);
    this.#leave(this.#begun);
  }

  /** Throws what a statement sent ahead threw: then nothing is committed. */
  async commit(): Promise<void> {
    const own = await this.#connect();
    // One that failed here never reached the database, which would commit the others.
    if (this.#failure) throw this.#failure.error;
    await this.#withUnanswered(this.#driver.commitTransaction(own));
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#unanswered.splice(0));
    this.#isInTransaction = false;
    await this.#driver.rollbackTransaction(await this.#connect());
  }

  async release(): Promise<void> {
    if (this.#own) await this.#driver.releaseConnection(await this.#own);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#own && isRead(query)) {
      const { rows } = await this.#reads.query(query.sql, query.parameters);
      return { rows: rows as Row[] };
    }
    const own = await this.#connect();
    // If the begin failed, a statement behind it would be a transaction of its own: one that reads does no harm.
    if (this.#begun && !isSelect(query.query)) await this.#begun;
    if (this.#failure) throw this.#failure.error;
    const answer = own.executeQuery<Row>(query);
    if (!this.#isInTransaction) return await answer;
    if (isSentAlongside(query))
      return { ...nothing, answer: this.#withUnanswered(answer) } as PendingResult<Row>;
    if (!isSentAhead(query)) return await this.#withUnanswered(answer);
    this.#leave(answer);
    return nothing;
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.#connect()).streamQuery<Row>(query, chunkSize);
  }

  async #connect(): Promise<DatabaseConnection> {
    this.#own ??= this.#driver.acquireConnection();
    return await this.#own;
  }

  #leave(answer: Promise<unknown>): void {
    this.#unanswered.push(answer);
    answer.catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** Waits for an answer and all before it. They come in order, so that the first failure is the cause of the others. */
  async #withUnanswered<T>(answer: Promise<T>): Promise<T> {
    await Promise.all([...this.#unanswered.splice(0), answer]);
    return await answer;
  }
}
