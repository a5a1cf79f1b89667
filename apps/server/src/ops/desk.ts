import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { connectPool } from '../platform/database/connect.ts';
import { Secrets } from '../platform/secrets.ts';

/** What a command of the operator works with. */
export interface OpsDesk {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly timeZone: string;
}

/** Something an operator can set right; told without a stack. */
export class OpsProblem extends Error {
  readonly isPlain = true;
}

/** Opens the database for long work, does it, and closes; the settings are the server’s. */
export async function atDesk<T>(work: (desk: OpsDesk) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const pool = connectPool({ url: config.databaseUrl, maximumConnections: 4, statementTimeoutMs: 0 });
  const clock = config.clockFile ? clockFromFile(config.clockFile) : systemClock;
  try {
    return await work({ pool, clock, secrets: new Secrets(config.secretKeys), timeZone: config.timeZone });
  } finally {
    await pool.end();
  }
}
