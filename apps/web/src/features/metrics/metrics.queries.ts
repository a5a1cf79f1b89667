import type { loginStats } from '@myaccount/contract/metrics';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { periodBefore, periodOf, type Range } from './ranges.ts';

const metricsKey = 'metrics';
const secondMs = 1_000;

/** What was counted in a range, read again every few seconds while the page is seen; `at` is the time of the reading. */
export function useStats(range: Range) {
  return useQuery({
    queryKey: [metricsKey, range],
    queryFn: async ({ signal }) => {
      const stats = await call<typeof loginStats>('GET /login/otp/login-stats', {
        query: periodOf(range, serverNow()),
        signal,
      });
      return { ...stats, at: serverNow() };
    },
    staleTime: 0,
    refetchInterval: config.limits.metricsSeconds * secondMs,
  });
}

/** What was counted in the range before; nothing is before all time. It changes with the hour. */
export function useStatsBefore(range: Range) {
  const period = range === 0 ? undefined : periodBefore(range, serverNow());
  return useQuery({
    queryKey: [metricsKey, 'before', period],
    queryFn: ({ signal }) =>
      period ? call<typeof loginStats>('GET /login/otp/login-stats', { query: period, signal }) : null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
