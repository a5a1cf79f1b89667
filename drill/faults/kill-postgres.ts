import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../../apps/server/src/platform/database/failure.ts';
import type { DrillEnvironment } from '../drill-environment.ts';

const retryMs = 200;

/**
 * Kills the whole PostgreSQL, or one of its processes: then it ends all others and recovers. Waits while it recovers from the kill
 * before.
 */
export async function killPostgres(environment: DrillEnvironment, isWhole: boolean): Promise<void> {
  const query = isWhole
    ? "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid"
    : "select pid from pg_stat_activity where backend_type = 'checkpointer'";
  try {
    const pid = await environment.postgres.asSuperuser(
      async (client) => (await client.query(query)).rows[0]?.pid,
    );
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    await sleep(retryMs);
    await killPostgres(environment, isWhole);
  }
}
