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
    return new PipelinedDriver(super.createDriver(), this.#reads);
  }
}

/** Gives each caller a connection that is one of the pool's only once it needs one. */
class PipelinedDriver implements Driver {
  readonly #driver: Driver;
  readonly #reads: SharedReads;

  constructor(driver: Driver, reads: SharedReads) {
    this.#driver = driver;
    this.#reads = reads;
  }

  async init(): Promise<void> {
    await this.#driver.init();
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(this.#driver, this.#reads);
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings);
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    await connection.release();
  }

  async destroy(): Promise<void> {
    await this.#reads.end();
    await this.#driver.destroy();
  }
}
