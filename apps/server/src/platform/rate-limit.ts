import type { ProblemCode } from '@myaccount/contract/problem';
import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Trx } from './database/connect.ts';
import { Refusal } from './http/problems.ts';
import { limitHits } from './metrics.ts';

/** A rate limit that is counted in the database, so that it holds across servers. */
export interface Limit {
  /** Counts one use. Throws a {@link Refusal} with Retry-After when the key has no points left. */
  consume(key: string): Promise<void>;
}

interface LimitOptions {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Problem code of the refusal. */
  readonly code: ProblemCode;
}

/** Returns a limit of `points` per key in `seconds`. 0 seconds means no limit. */
export function limitOf(pool: pg.Pool, { name, points, seconds, code }: LimitOptions): Limit {
  if (seconds === 0) return { consume: async () => {} };
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  limitHits.inc({ limit: name }, 0);
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        limitHits.inc({ limit: name });
        throw new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) });
      }
    },
  };
}

/** Resets every limit that counts by this key. */
export async function resetLimits(trx: Trx, key: string): Promise<void> {
  // The stored key is the limit's name, a colon, and the key.
  await sql`delete from rate_limit where substr(key, strpos(key, ':') + 1) = ${key}`.execute(trx);
}
