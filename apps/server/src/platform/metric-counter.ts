import { sql } from 'kysely';
import type { Database, Trx } from './database/connect.ts';

/** What is counted for the metrics page. */
export type Metric =
  | 'login.success'
  | 'login.failure'
  | 'payment.success'
  | 'payment.failure'
  | 'iframe.open'
  | 'iframe.success'
  | 'iframe.failure'
  | 'iframe.error';

/** Counts one event in its minute; every server counts into the same rows. */
export async function countEvent(db: Database | Trx, metric: Metric, at: Date): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  await db
    .insertInto('metric_counter')
    .values({ metric, minute, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['metric', 'minute']).doUpdateSet({ count: sql`metric_counter.count + 1` }),
    )
    .execute();
}
