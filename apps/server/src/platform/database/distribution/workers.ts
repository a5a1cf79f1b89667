import { sql, type Transaction } from 'kysely';
import type { Database } from '../connect.ts';
import type { FigureSource } from '../database-metrics.ts';
import type { Tables } from '../tables.ts';

/** The workers of a distributed database. */
export interface Workers {
  readonly all: number;
  readonly away: number;
  /** The part of all accounts that is on workers that are away, from 0 to 1. */
  readonly accountsAway: number;
}

/** Asks every worker for an answer. Undefined on one PostgreSQL. */
export async function readWorkers(db: Database | Transaction<Tables>): Promise<Workers | undefined> {
  const catalog = await sql<{ isThere: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`.execute(db);
  if (!catalog.rows[0]?.isThere) return undefined;
  const { rows } = await sql<Workers>`
    with worker as materialized (select nodename, nodeport, success from run_command_on_workers('select 1')),
      part as (
        select w.success from pg_dist_shard s
        join pg_dist_placement p on p.shardid = s.shardid
        join pg_dist_node n on n.groupid = p.groupid
        join worker w on w.nodename = n.nodename and w.nodeport = n.nodeport
        where s.logicalrelid = 'account'::regclass)
    select count(*)::int as all, (count(*) filter (where not success))::int as away,
      (select coalesce(avg((not success)::int), 0) from part)::float8 as "accountsAway"
    from worker`.execute(db);
  return rows[0];
}

/** Figures of a distributed database; none on one PostgreSQL. */
export const workerFigures: FigureSource = {
  gauges: {
    myaccount_database_workers_away: { help: 'Workers that do not answer' },
    myaccount_database_accounts_away_ratio: {
      help: 'Part of all accounts that is on workers that do not answer',
    },
  },
  read: async (trx) => {
    const workers = await readWorkers(trx);
    if (!workers) return [];
    return [
      { gauge: 'myaccount_database_workers_away', value: workers.away },
      { gauge: 'myaccount_database_accounts_away_ratio', value: workers.accountsAway },
    ];
  },
};
