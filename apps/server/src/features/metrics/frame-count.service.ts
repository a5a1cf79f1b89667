import { randomInt } from 'node:crypto';
import type { Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import { type FrameMetric, incrementCounter } from './frame-count.repository.ts';

/** Rows per metric and minute. Transactions wait for each other only if they pick the same one. */
const shards = 64;

/** Counts an event of a hosted form in the transaction that records it: both are stored, or none. */
export async function countFrameEvent(trx: Trx, metric: FrameMetric, time: DatabaseTime): Promise<void> {
  await incrementCounter(trx, { metric, shard: randomInt(shards) }, time);
}
