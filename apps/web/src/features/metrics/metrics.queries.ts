import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { loginStats } from '@myaccount/contract/metrics';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { justLoadedMs } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-time.ts';
import { periodBefore, periodOf, type Range } from './ranges.ts';

/** Counts of a time, and of each point in it. */
export type Stats = ReplyOf<typeof loginStats>;

const secondMs = 1_000;

const readStats = (query: ReturnType<typeof periodOf>, signal: AbortSignal) =>
  call<typeof loginStats>('GET /login/otp/login-stats', { query, signal });

/** What was counted in a range, read again every few seconds while the page is seen; `at` is the time of the reading. */
export function statsQuery(range: Range) {
  const refreshMs = config.limits.metricsSeconds * secondMs;
  return queryOptions({
    queryKey: ['metrics', range],
    queryFn: async ({ signal }) => ({
      ...(await readStats(periodOf(range, serverNow()), signal)),
      at: serverNow(),
    }),
    staleTime: 0,
    // The page's loader has just loaded it.
    refetchOnMount: ({ state }) => Date.now() - state.dataUpdatedAt > justLoadedMs,
    refetchInterval: refreshMs,
  });
}

/** What was counted in the range before; nothing is before all time. It changes with the hour. */
export function statsBeforeQuery(range: Range) {
  const period = range === 0 ? undefined : periodBefore(range, serverNow());
  return queryOptions({
    queryKey: ['metrics', 'before', period],
    queryFn: ({ signal }) => (period ? readStats(period, signal) : null),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
