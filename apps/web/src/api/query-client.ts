import { type FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const freshMs = 30_000;
/** For what must be new whenever it is opened: a page's loader has just loaded it. */
export const justLoadedMs = 2_000;
const maximumRetries = 2;
/** After so long a page is drawn without what has not come: that part shows a skeleton. */
const longestWaitMs = 10_000;

/** Whether to retry: only if no response came or the server failed. A refusal is final. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  return failureCount < maximumRetries && error instanceof ApiProblem && error.isUncertain;
}

/**
 * The cache of this tab’s queries; signing in clears it. Several parts of a page read the same query: after a failure, a
 * part that appears must not load it again, or failure and loading would take turns. Try Again loads it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: freshMs, retry: isWorthRetrying, retryOnMount: false },
    mutations: { retry: false },
  },
});

/** A query of any type. */
export type AnyQuery = Pick<FetchQueryOptions, 'queryKey'>;

/** Loads what is not known yet. Never throws: the part that shows a query also shows its failure. */
export async function loadQueries(queries: readonly AnyQuery[]): Promise<void> {
  const loads = queries.map((query) => queryClient.ensureQueryData(query).catch(() => undefined));
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, longestWaitMs);
  await Promise.race([Promise.all(loads), patience.promise]);
  clearTimeout(timer);
}
