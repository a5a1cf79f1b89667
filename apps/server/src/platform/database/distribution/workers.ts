import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { FigureSource } from '../database-metrics.ts';
import { isDistributed } from './statements.ts';

/** A part of the accounts, its worker, and whether that answers. */
interface Part {
  readonly id: number;
  readonly worker: string;
  readonly isThere: boolean;
}

/** Asks the worker of every part of the accounts for an answer. None on one PostgreSQL. */
export async function readParts(db: Database): Promise<readonly Part[]> {
  if (!(await isDistributed(db))) return [];
  const { rows } = await sql<Part>`
    with worker as materialized (select nodename, nodeport, success from run_command_on_workers('select 1'))
    select shardid::int as id, nodename || ':' || nodeport as worker, success as "isThere"
    from pg_dist_shard join pg_dist_shard_placement using (shardid) join worker using (nodename, nodeport)
    where logicalrelid = 'account'::regclass`.execute(db);
  return rows;
}

/**
 * Returns how many workers have accounts, how many of them are away, and the part of all accounts that is on those, from 0 to 1.
 * Undefined on one PostgreSQL.
 */
export async function readWorkers(db: Database) {
  const parts = await readParts(db);
  if (parts.length === 0) return undefined;
  const away = parts.filter(({ isThere }) => !isThere);
  const count = (some: readonly Part[]) => new Set(some.map(({ worker }) => worker)).size;
  return { all: count(parts), away: count(away), accountsAway: away.length / parts.length };
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
