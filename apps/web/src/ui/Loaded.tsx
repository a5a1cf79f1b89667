import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemState } from './ProblemState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What is said when it does not load. */
  readonly failed: string;
  readonly retryLabel?: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A part of a page in its three states: what was loaded, why it is not there with a way to try again, or a skeleton.
 * A page’s loader has loaded it, so the skeleton shows only after “Try Again”, or where the customer asked for more.
 */
export function Loaded<Data>({ query, failed, retryLabel, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton />;
  const retry = { onRetry: () => void query.refetch(), retryLabel };
  return <ProblemState text={failed} error={query.error} {...retry} />;
}
