import { type CompiledQuery, type Driver, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Tables, Trx } from '../tables.ts';
import { execute, OrderedConnection } from './ordered-connection.ts';
import { type Placeholders, statementsOf, type Values } from './placeholders.ts';
import { type Reads, SharedReads } from './shared-reads.ts';

export type { Placeholders, Reads };

/** Returns a typed database over a pool: each statement waits for the answer to the one before. `destroy()` closes the pool. */
export function connectDatabase(pool: pg.Pool): Database {
  return databaseOver(pool, undefined);
}

/** Returns a typed database over the transaction that a connection is in; the connection stays its caller's. */
export function transactionOf(client: pg.ClientBase): Trx {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return connectDatabase(pool as unknown as pg.Pool) as Trx;
}

/**
 * Returns a typed database over the pipelined connections of `pool`, and the short reads of everybody over those of `shared`.
 * `db` reads there, too, outside transactions. `db.destroy()` closes all.
 */
export function connectPipeline(
  pool: pg.Pool,
  shared: pg.Pool,
): { readonly db: Database; readonly reads: Reads } {
  const reads = new SharedReads(shared, pool);
  return { db: databaseOver(pool, reads), reads };
}

function databaseOver(pool: pg.Pool, reads: SharedReads | undefined): Database {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const createDriver = (): Driver => ({
    init: () => driver.init(),
    acquireConnection: async () => new OrderedConnection(driver, reads),
    beginTransaction: (connection: OrderedConnection, settings) => connection.begin(settings),
    commitTransaction: (connection: OrderedConnection) => connection.commit(),
    rollbackTransaction: (connection: OrderedConnection) => connection.rollback(),
    releaseConnection: (connection: OrderedConnection) => connection.release(),
    destroy: async () => {
      await reads?.end();
      await driver.destroy();
    },
  });
  return new Kysely<Tables>({ dialect: Object.assign(dialect, { createDriver }) });
}

/**
 * Returns a function that executes a statement and returns its rows. The query builder makes its text at the first use and
 * for each small length of a list and every number of rows, because making it takes as long as the rest of a short statement.
 * `build` gets placeholders instead of the values. In a transaction, statements that do not wait for each other
 * (`Promise.all`) go out together.
 */
export function compileOnce<Given extends Values<keyof Given & string>, Row>(
  build: (db: Database, values: Placeholders<Given>) => CompiledQuery<Row>,
): (db: Database, values: Given) => Promise<Row[]> {
  const statementFor = statementsOf(build);
  return async (db, values) => await execute(db, statementFor(db, values));
}
