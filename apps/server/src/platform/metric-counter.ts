import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Trx } from './database/connect.ts';
import { events } from './metrics.ts';

/** Events that the metrics page counts. */
export type Metric =
  | 'login.success'
  | 'login.failure'
  | 'payment.success'
  | 'payment.failure'
  | 'iframe.open'
  | 'iframe.success'
  | 'iframe.failure'
  | 'iframe.error';

/** Rows per metric and minute. Concurrent transactions wait for each other only if they pick the same row. */
const shards = 64;

/** Counts one event in its minute. A minute's count is the sum of its rows. */
export async function countEvent(db: Database | Trx, metric: Metric, at: Date): Promise<void> {
  events.inc({ event: metric });
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  await db
    .insertInto('metric_counter')
    .values({ metric, minute, shard: randomInt(shards), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['metric', 'minute', 'shard']).doUpdateSet({ count: sql`metric_counter.count + 1` }),
    )
    .execute();
}
