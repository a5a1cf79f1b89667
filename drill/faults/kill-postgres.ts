import type { DrillEnvironment } from '../drill-environment.ts';

/** Kills the whole PostgreSQL, or one of its processes: then it ends all others and recovers. */
export async function killPostgres({ postgres }: DrillEnvironment, isWhole: boolean): Promise<void> {
  const query = isWhole
    ? "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid"
    : "select pid from pg_stat_activity where backend_type = 'checkpointer'";
  const pid = await postgres.asSuperuser(async (client) => (await client.query(query)).rows[0]?.pid);
  process.kill(pid, 'SIGKILL');
}
