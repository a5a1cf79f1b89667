import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const freshMs = 30_000;
const maximumRetries = 2;

/** Worth asking again: no answer, or the server was away. A refusal stays a refusal. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  return failureCount < maximumRetries && error instanceof ApiProblem && error.isUncertain;
}

/** Keeps what the pages of one sign-in have loaded. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: freshMs, retry: isWorthRetrying }, mutations: { retry: false } },
  });
}
