import { PgBoss } from 'pg-boss';

/** Creates or upgrades the job queue's tables (schema pgboss), as the owner. */
export async function createJobTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schedule: false, supervise: false, max: 1 });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
