import { clockFromFile, systemClock } from '@myaccount/clock';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { connectDatabase, connectPool } from './database/connect.ts';
import { databaseTime, databaseTimeOf } from './database/database-time.ts';
import { Replica } from './database/replica.ts';
import { MetricCounter } from './metric-counter.ts';
import type { Portal } from './portal.ts';
import { Secrets } from './secrets.ts';
import { SeenSessions } from './seen-sessions.ts';
import { traceStatements } from './tracing/tracing.ts';

/** A portal with its open connection pool. */
export interface OpenPortal {
  readonly portal: Portal & { readonly log: Logger };
  readonly pool: pg.Pool;
}

/** Opens what every process of the portal works with. Destroying `portal.db` closes the pool; closing the app closes the replica. */
export function openPortal(config: Config, log: Logger): OpenPortal {
  const pool = connectPool({
    url: config.databaseUrl,
    maximumConnections: config.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  traceStatements(pool);
  const replica = config.databaseReplicaUrl
    ? new Replica({
        url: config.databaseReplicaUrl,
        maximumConnections: config.databaseConnections,
        onError: (error) => log.warn({ err: error }, 'replica away'),
      })
    : null;
  const clock = config.clockFile ? clockFromFile(config.clockFile) : systemClock;
  const db = connectDatabase(pool);
  const secrets = new Secrets(config.secretKeys);
  const seenSessions = new SeenSessions(db, log);
  const metricCounter = new MetricCounter(db, log);
  const time = config.clockFile ? databaseTimeOf(clock) : databaseTime;
  const database = { db, pool, replica, databaseTime: time };
  return { portal: { config, ...database, clock, log, secrets, seenSessions, metricCounter }, pool };
}
