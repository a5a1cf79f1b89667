import type { Compilable, CompiledQuery } from 'kysely';
import { type PendingResult, PipelinedConnection } from './pipelined-connection.ts';
import type { Database, Trx } from './tables.ts';

/**
 * Sends a statement of a transaction without waiting for its answer, so that the next one goes out with it. If it fails, so
 * does every later statement of the transaction, and its commit, with the same error. For statements that return nothing
 * that is needed. Outside a transaction it is waited for.
 */
export async function sendAhead(db: Database | Trx, statement: Compilable): Promise<void> {
  const { answer } = await send(db, statement.compile());
  if (!db.isTransaction) await answer;
}

/**
 * Executes a statement and returns its rows. Of a transaction's, those that are called without waiting for each other go out
 * together: the query builder alone would wait for each before it sends the next.
 */
export async function sendAlongside<Row>(db: Database | Trx, statement: CompiledQuery<Row>): Promise<Row[]> {
  const { answer } = await send(db, statement);
  return (await answer).rows;
}

/** Gives the connection free once the statement is sent; one that is not pipelined, once it is answered. */
async function send<Row>(db: Database | Trx, statement: CompiledQuery<Row>): Promise<PendingResult<Row>> {
  return await db.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection) return await connection.send<Row>(statement);
    return { answer: Promise.resolve(await connection.executeQuery<Row>(statement)) };
  });
}
