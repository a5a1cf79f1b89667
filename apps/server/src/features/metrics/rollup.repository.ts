import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import { recordedCounts } from './counts.repository.ts';
import type { HourRange } from './metrics.rules.ts';

/** An hour is rolled up once it ended this long ago, and counted again until it ended `recountHours` ago. */
const settleHours = 1;
const recountHours = 48;
/** Most new hours of one round: years of entries take many short statements. */
const roundHours = 24;
/** Hours are added up by day when they are this old: older than what the page compares by the hour. */
const hourDays = 62;

/** Locks the roll-up and returns the hours to count in this round; undefined if there are none, or another server has it. */
export async function lockDueHours(trx: Trx, time: DatabaseTime): Promise<HourRange | undefined> {
  const { rows } = await sql<HourRange>`
    select rolled_until - make_interval(hours => ${recountHours}) as from,
      least(rolled_until + make_interval(hours => ${roundHours}), settled) as to
    from metric_rollup, lateral (
      select date_trunc('hour', ${time()} - make_interval(hours => ${settleHours}), 'UTC') as settled) due
    where rolled_until < settled
    for update of metric_rollup skip locked`.execute(trx);
  return rows[0];
}

/** Stores the counts of the hours as they are recorded now, in place of any earlier ones. */
export async function rollUpHours(trx: Trx, { from, to }: HourRange): Promise<void> {
  await sql`
    insert into metric_hour as known (hour, count, metric)
    select hour, sum(count), metric from (${recordedCounts(from, to)}) recorded group by hour, metric
    on conflict (hour, metric) do update set count = excluded.count
    where known.count is distinct from excluded.count`.execute(trx);
  await trx.updateTable('metric_rollup').set({ rolled_until: to }).execute();
  // No later round counts these again.
  await trx.deleteFrom('metric_counter').where('minute', '<', from).execute();
}

/** Adds hours of long ago up by day (UTC). */
export async function foldOldHours(trx: Trx, { to }: HourRange): Promise<void> {
  await sql`
    with old as (
      delete from metric_hour
      where hour < date_trunc('day', ${to}::timestamptz - make_interval(days => ${hourDays}), 'UTC')
        and hour <> date_trunc('day', hour, 'UTC')
      returning hour, metric, count)
    insert into metric_hour as day (hour, metric, count)
    select date_trunc('day', hour, 'UTC'), metric, sum(count) from old group by 1, 2
    on conflict (hour, metric) do update set count = day.count + excluded.count`.execute(trx);
}
