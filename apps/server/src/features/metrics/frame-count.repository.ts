import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import type { Metric } from './metrics.rules.ts';

/** An event of a hosted form. */
export type FrameMetric = Extract<Metric, `iframe.${string}`>;

/** Adds one to a shard's row of the current minute. */
export async function incrementCounter(
  trx: Trx,
  row: { readonly metric: FrameMetric; readonly shard: number },
  time: DatabaseTime,
): Promise<void> {
  await trx
    .insertInto('metric_counter')
    .values({ ...row, minute: sql<Date>`date_trunc('minute', ${time()})`, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['metric', 'minute', 'shard'])
        .doUpdateSet({ count: sql`metric_counter.count + excluded.count` }),
    )
    .execute();
}
