import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** Creates or upgrades the job queue's tables (schema pgboss), as the owner. */
export async function createJobTables(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: jobDatabase(pool), schedule: false, supervise: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The job queue works through our pool: it finds the primary, and is bound to no session. */
export function jobDatabase(pool: pg.Pool): { executeSql: pg.Pool['query'] } {
  return { executeSql: pool.query.bind(pool) };
}
