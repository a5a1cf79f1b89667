import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { BucketCount, Buckets, HourRange } from './metrics.rules.ts';

type Instant = Date | RawBuilder<Date>;

/**
 * Counts by hour from where events are recorded: results of sign-ins and payments from the audit trail, written with the
 * result itself, and frames from their counters. A payment counts with its first result.
 */
export function recordedCounts(from: Instant, to: Instant): RawBuilder<unknown> {
  return sql`
    select date_trunc('hour', at, 'UTC') as hour, count(*) as count,
      case action
        when 'login.succeeded' then 'login.success' when 'login.failed' then 'login.failure'
        when 'payments.failed' then 'payment.failure' else 'payment.success' end as metric
    from (
      select at, action, detail from audit_entry
      union all
      select at, action, detail from login_audit_entry
    ) entry
    where action in ('login.succeeded', 'login.failed', 'payments.made', 'payments.pending', 'payments.failed')
      and at >= ${from} and at < ${to}
      and case
        when action = 'login.failed' then detail ->> 'reason' <> 'unknown-email'
        when action in ('payments.made', 'payments.failed') then detail ->> 'from' in ('SUBMITTING', 'UNKNOWN')
        else true
        end
    group by 1, 3
    union all
    select date_trunc('hour', minute, 'UTC'), sum(count)::bigint, metric
    from metric_counter
    where metric like 'iframe.%' and minute >= ${from} and minute < ${to}
    group by 1, 3`;
}

/** Every counted hour of a range: the rolled-up ones, and the latest as recorded. */
function hoursOf({ from, to }: HourRange): RawBuilder<unknown> {
  const rolledUntil = sql<Date>`(select rolled_until from metric_rollup)`;
  return sql`
    select hour, count, metric from metric_hour
    where hour >= ${from} and hour < least(${to}, ${rolledUntil})
    union all
    ${recordedCounts(sql`greatest(${from}, ${rolledUntil})`, to)}`;
}

/** Returns the counts of a range of whole hours, by bucket. */
export async function listCounts(
  db: Database,
  range: HourRange,
  { starts: [first = range.from], stepHours }: Buckets,
): Promise<BucketCount[]> {
  const { rows } = await sql<BucketCount>`
    select metric, date_bin(make_interval(hours => ${stepHours}::int), hour, ${first}::timestamptz) as at, sum(count)::float8 as count
    from (${hoursOf(range)}) counted group by 1, 2`.execute(db);
  return rows;
}

/** Returns how often everything happened so far. */
export async function listTotals(trx: Trx): Promise<{ metric: string; count: number }[]> {
  const range = { from: new Date(0), to: new Date('9999-01-01T00:00:00Z') };
  const { rows } = await sql<{ metric: string; count: number }>`
    select metric, sum(count)::float8 as count from (${hoursOf(range)}) counted group by 1`.execute(trx);
  return rows;
}

/** Returns the first hour from which anything may be counted. */
export async function getFirstHour(db: Database): Promise<Date> {
  const { rows } = await sql<{ first: Date }>`
    select coalesce((select min(hour) from metric_hour), rolled_until) as first from metric_rollup`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('metric_rollup is empty');
  return row.first;
}
