import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { connectPool } from '../platform/database/connect.ts';
import { Secrets } from '../platform/secrets.ts';

/** What operator commands work with. */
export interface OpsContext {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly timeZone: string;
}

/** An error that the operator can fix. Its message is printed without a stack trace. */
export class OpsError extends Error {
  readonly isPlain = true;
}

/**
 * Runs `work` with a database pool without statement time-out, then closes the pool. Uses the server's settings, and
 * PostgreSQL's own address where the server uses a pooler.
 */
export async function withOpsContext<T>(work: (context: OpsContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const pool = connectPool({
    url: config.databaseDirectUrl ?? config.databaseUrl,
    maximumConnections: 4,
    worker: 'command',
  });
  const clock = config.clockFile ? clockFromFile(config.clockFile) : systemClock;
  try {
    return await work({ pool, clock, secrets: new Secrets(config.secretKeys), timeZone: config.timeZone });
  } finally {
    await pool.end();
  }
}
