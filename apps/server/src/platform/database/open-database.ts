import type pg from 'pg';
import { traceStatements } from '../tracing/tracing.ts';
import { connectDatabase, connectPool, type Database } from './connect.ts';
import { SharedReads } from './shared-reads.ts';

interface OpenDatabaseOptions {
  readonly url: string;
  /** For transactions, and for what may take long. */
  readonly maximumConnections: number;
  /** For the short reads of everybody. */
  readonly sharedConnections: number;
  readonly onIdleError: (error: Error) => void;
}

/** A server's connections. Destroying `db` closes all. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly reads: SharedReads;
}

/** Opens what a server asks a database through. */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { url, maximumConnections, sharedConnections, onIdleError } = options;
  const pool = connectPool({ url, onIdleError, maximumConnections, isPipelined: true });
  const shared = connectPool({ url, onIdleError, maximumConnections: sharedConnections, isPipelined: true });
  for (const connections of [pool, shared]) traceStatements(connections);
  const reads = new SharedReads(shared, pool);
  return { pool, reads, db: connectDatabase(pool, reads) };
}
