import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from './database/connect.ts';
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

const minuteMs = 60_000;
/** Longest time that counts are collected before they are written. */
const collectMs = 1_000;
/** Pause before counts that could not be written are tried again. */
const retryMs = 10_000;
/** Rows per metric and minute. Servers wait for each other only if they pick the same one. */
const shards = 64;

/**
 * Counts events in memory, after the transaction that makes them true, and writes the counts once a second in one
 * statement: no counter can fail or delay a payment or a sign-in. A killed process loses the counts of its last second.
 */
export class MetricCounter {
  readonly #db: Database;
  readonly #log: BaseLogger;
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: BaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Counts one event in its minute. */
  count(metric: Metric, at: Date): void {
    events.inc({ event: metric });
    this.#add(keyOf(metric, at), 1);
    this.#writeIn(collectMs);
  }

  /** Writes the counts now. If that fails, keeps them, logs a warning, and tries again later. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    if (counts.size === 0) return;
    try {
      await this.#insert(counts);
    } catch (error) {
      for (const [key, count] of counts) this.#add(key, count);
      this.#log.warn({ err: error }, 'metric counts not written');
      this.#writeIn(retryMs);
    }
  }

  #add(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  #writeIn(waitMs: number): void {
    this.#timer ??= setTimeout(() => void this.write(), waitMs).unref();
  }

  /** Every server locks the rows in the same order. */
  async #insert(counts: ReadonlyMap<string, number>): Promise<void> {
    const shard = randomInt(shards);
    const rows = [...counts].sort().map(([key, count]) => ({ ...readKey(key), shard, count }));
    await this.#db
      .insertInto('metric_counter')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['metric', 'minute', 'shard'])
          .doUpdateSet({ count: sql`metric_counter.count + excluded.count` }),
      )
      .execute();
  }
}

function keyOf(metric: Metric, at: Date): string {
  return `${metric} ${Math.floor(at.getTime() / minuteMs)}`;
}

function readKey(key: string): { metric: string; minute: Date } {
  const [metric = '', minute] = key.split(' ');
  return { metric, minute: new Date(Number(minute) * minuteMs) };
}
