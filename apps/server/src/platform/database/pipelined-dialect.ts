import { type Driver, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { PipelinedConnection as Connection } from './pipelined-connection.ts';
import type { SharedReads } from './shared-reads.ts';

/**
 * Returns PostgreSQL over a pool of pipelined connections: short reads outside transactions go over shared connections, and a
 * transaction sends together what does not wait for an answer.
 */
export function pipelinedDialect(pool: pg.Pool, reads: SharedReads): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const createDriver = (): Driver => ({
    init: () => driver.init(),
    acquireConnection: async () => new Connection(driver, reads),
    beginTransaction: (connection: Connection, settings) => connection.begin(settings),
    commitTransaction: (connection: Connection) => connection.commit(),
    rollbackTransaction: (connection: Connection) => connection.rollback(),
    releaseConnection: (connection: Connection) => connection.release(),
    destroy: async () => {
      await reads.end();
      await driver.destroy();
    },
  });
  return Object.assign(dialect, { createDriver });
}
