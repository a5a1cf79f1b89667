import { type Driver, PostgresDialect, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import { PipelinedConnection } from './pipelined-connection.ts';
import type { SharedReads } from './shared-reads.ts';

/**
 * PostgreSQL over a pool of pipelined connections: short reads outside transactions go over shared connections, and a
 * transaction sends together what does not wait for an answer.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #reads: SharedReads;

  constructor(pool: pg.Pool, reads: SharedReads) {
    super({ pool });
    this.#reads = reads;
  }

  override createDriver(): Driver {
    return pipelined(super.createDriver(), this.#reads);
  }
}

function pipelined(driver: Driver, reads: SharedReads): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: async () => new PipelinedConnection(driver, reads),
    beginTransaction: (connection: PipelinedConnection, settings: TransactionSettings) =>
      connection.begin(settings),
    commitTransaction: (connection: PipelinedConnection) => connection.commit(),
    rollbackTransaction: (connection: PipelinedConnection) => connection.rollback(),
    releaseConnection: (connection: PipelinedConnection) => connection.release(),
    async destroy() {
      await reads.end();
      await driver.destroy();
    },
  };
}
