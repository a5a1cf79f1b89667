import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, Trx } from './tables.ts';

/** Marks a statement whose answer is waited for later. */
const ahead = Symbol('sent ahead');

/** A statement that can be compiled, as the query builder makes them. */
interface Statement {
  compile(): CompiledQuery;
}

/**
 * Sends a statement of a transaction without waiting for its answer, so that the next one goes out with it. Its answer is
 * waited for with the next statement's or with the commit's, which then throws what it threw. For statements that return
 * nothing that is needed. Outside a transaction it is waited for.
 */
export async function sendAhead(db: Database | Trx, statement: Statement): Promise<void> {
  await db.executeQuery({ ...statement.compile(), [ahead]: true } as CompiledQuery);
}

/** Marks a statement whose answer its caller waits for, so that the next one can go out before it is here. */
const alongside = Symbol('sent alongside');

/** A result whose rows are on their way. */
export interface PendingResult<Row> extends QueryResult<Row> {
  readonly answer: Promise<QueryResult<Row>>;
}

/**
 * Executes a statement and returns its rows. Of a transaction's, those that are called without waiting for each other go out
 * together: the query builder alone would wait for each before it sends the next.
 */
export async function sendAlongside<Row>(db: Database | Trx, statement: CompiledQuery<Row>): Promise<Row[]> {
  const result = await db.executeQuery<Row>({ ...statement, [alongside]: true } as CompiledQuery<Row>);
  return 'answer' in result ? (await (result as PendingResult<Row>).answer).rows : result.rows;
}

/** Whether a statement was passed to {@link sendAlongside}. */
export function isSentAlongside(query: CompiledQuery): boolean {
  return alongside in query;
}

/** Whether a statement was passed to {@link sendAhead}. */
export function isSentAhead(query: CompiledQuery): boolean {
  return ahead in query;
}
