import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Trx } from './database/connect.ts';
import { databaseTime, databaseTimeOf, readMoment } from './database/database-time.ts';
import { openDatabase } from './database/open-database.ts';
import { Replica } from './database/replica.ts';
import type { Config } from './platform-settings.ts';
import type { Portal } from './portal.ts';
import { Secrets } from './secrets.ts';
import { SeenSessions } from './seen-sessions.ts';

/** A portal, and the pool under its database. */
export interface OpenPortal {
  readonly portal: Portal & { readonly log: Logger };
  readonly pool: pg.Pool;
}

/** Opens what every process of the portal works with. Destroying `portal.db` closes the pool; closing the app closes the replica. */
export function openPortal(config: Config, log: Logger, testClock?: Clock): OpenPortal {
  const connections = {
    maximumConnections: config.databaseConnections,
    sharedConnections: config.databaseSharedConnections,
    isPipelined: config.databasePipelining,
  };
  const { db, pool, reads } = openDatabase({
    ...connections,
    url: config.databaseUrl,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const replica = config.databaseReplicaUrl
    ? new Replica({
        url: config.databaseReplicaUrl,
        ...connections,
        onError: (error) => log.warn({ err: error }, 'replica away'),
      })
    : null;
  const moved = testClock ?? (config.clockFile ? clockFromFile(config.clockFile) : undefined);
  const clock = moved ?? systemClock;
  const secrets = new Secrets(config.secretKeys);
  const seenSessions = new SeenSessions(db, log);
  const time = moved ? databaseTimeOf(moved) : databaseTime;
  const moment = (on: Database | Trx) => readMoment(on, time, config.timeZone);
  const database = { db, reads, replica, databaseTime: time, moment };
  return { portal: { config, ...database, clock, log, secrets, seenSessions }, pool };
}
