import type { CompiledQuery } from 'kysely';
import type { Database, Trx } from './connect.ts';

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

/** Whether a statement was passed to {@link sendAhead}. */
export function isSentAhead(query: CompiledQuery): boolean {
  return ahead in query;
}
