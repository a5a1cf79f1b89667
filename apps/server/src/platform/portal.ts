import type { Clock } from '@myaccount/clock';
import type { BaseLogger } from 'pino';
import type { Database, Trx } from './database/connect.ts';
import type { DatabaseTime, Moment } from './database/database-time.ts';
import type { Reads } from './database/pipeline/pipeline.ts';
import type { Replica } from './database/replica.ts';
import type { Config } from './platform-settings.ts';
import type { Secrets } from './secrets.ts';
import type { SeenSessions } from './seen-sessions.ts';

/** What every service works with. One per process. */
export interface Portal {
  readonly config: Config;
  readonly db: Database;
  /** The shared connections under `db`, for the list of bills alone: the way through `db` would be a tenth of that call. */
  readonly reads: Reads;
  /** For reads that may be some seconds old (platform/lagging-read.ts); null without one. */
  readonly replica: Replica | null;
  /** This server's own clock. Compare times of several servers by `databaseTime`. */
  readonly clock: Clock;
  readonly databaseTime: DatabaseTime;
  /** Returns the database's time, and its business day. */
  moment(db: Database | Trx): Promise<Moment>;
  readonly log: BaseLogger;
  readonly secrets: Secrets;
  readonly seenSessions: SeenSessions;
}
