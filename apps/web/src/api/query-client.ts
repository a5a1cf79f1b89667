import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const freshMs = 30_000;
const maximumRetries = 2;

/** Whether to retry: only if no response came or the server failed. A refusal is final. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  return failureCount < maximumRetries && error instanceof ApiProblem && error.isUncertain;
}

/**
 * Creates the cache of one session’s queries. Several parts of a page read the same query: after a failure, a part that
 * appears must not load it again, or failure and loading would take turns. Try Again loads it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, retry: isWorthRetrying, retryOnMount: false },
      mutations: { retry: false },
    },
  });
}
