import type { ProblemCode } from '@myaccount/contract/problem';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './http/problems.ts';

/** So many points in so many seconds, counted in the database: the limit holds across servers. */
export interface Limit {
  take(key: string): Promise<void>;
}

interface LimitOptions {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Problem that tells the caller. */
  readonly code: ProblemCode;
}

/** Makes a limit; `take` throws a refusal with Retry-After once a key’s points are used up. 0 seconds: no limit. */
export function limitOf(pool: pg.Pool, { name, points, seconds, code }: LimitOptions): Limit {
  if (seconds === 0) return { take: async () => {} };
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
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) });
      }
    },
  };
}
