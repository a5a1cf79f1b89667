import type { Clock } from '@myaccount/clock';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from './database/connect.ts';
import type { Secrets } from './secrets.ts';
import type { SeenSessions } from './seen-sessions.ts';

/** What every service of the portal works with; made once per process. */
export interface Portal {
  readonly config: Config;
  readonly db: Database;
  /** The connections of `db`, for a statement that is too frequent for its builder. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: BaseLogger;
  readonly secrets: Secrets;
  readonly seenSessions: SeenSessions;
}
