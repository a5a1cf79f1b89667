import type pg from 'pg';
import { traceStatements } from '../tracing/tracing.ts';
import { connectPool, type Database } from './connect.ts';
import { connectDatabase, connectPipeline, type Reads } from './pipeline/pipeline.ts';

/** Where a database is, and how many connections it gets. */
export interface OpenDatabaseOptions {
  readonly url: string;
  /** For transactions, and for what may take long. */
  readonly maximumConnections: number;
  /** For the short reads of everybody. */
  readonly sharedConnections: number;
  /** False for a pooler that cannot: each statement waits for the answer to the one before, and reads use the pool. */
  readonly isPipelined: boolean;
  readonly onIdleError: (error: Error) => void;
}

/** A server's connections. Destroying `db` closes all. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly reads: Reads;
}

/** Opens what a server asks a database through. */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { url, maximumConnections, sharedConnections, isPipelined, onIdleError } = options;
  const pool = connectPool({ url, onIdleError, maximumConnections, isPipelined });
  traceStatements(pool);
  if (!isPipelined) return { pool, reads: pool, db: connectDatabase(pool) };
  const shared = connectPool({ url, onIdleError, maximumConnections: sharedConnections, isPipelined });
  traceStatements(shared);
  return { pool, ...connectPipeline(pool, shared) };
}
