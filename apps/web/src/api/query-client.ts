import { type FetchQueryOptions, focusManager, type Query, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';
import { config } from './config.ts';
import { connected, isConnected } from './connection.ts';

const freshMs = 30_000;
/** For what must be new whenever it is opened: a page's loader has just loaded it. */
export const justLoadedMs = 2_000;
const maximumRetries = 2;
/** Time after which a page is drawn with a skeleton in place of each answer that is missing. */
const longestWaitMs = 10_000;

/** What asks for one page of a list. */
export function pageQuery(page: number) {
  return { page_number: page, page_size: config.limits.pageSize };
}

/** Interval of a page's calls about what is pending, and their limit: each call keeps the session alive. */
const pendingEveryMs = 15_000;
const mostAnswers = 40;

/** Whether to retry: only if no response came or the server failed. A refusal is final. Offline, the retry waits. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (error instanceof ApiProblem && error.code === 'network') void isConnected();
  return failureCount < maximumRetries && error instanceof ApiProblem && error.isUncertain;
}

/**
 * The cache of this tab’s queries; signing in clears it. Several parts of a page read the same query: after a failure, a
 * part that appears must not load it again, or failure and loading would take turns. Try Again loads it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: freshMs, retry: isWorthRetrying, retryOnMount: false, refetchOnReconnect: true },
    mutations: { retry: false },
  },
});

// Also when the customer comes back from another window, such as the one with the mail.
focusManager.setEventListener((setFocused) => {
  const hear = () => setFocused();
  const events = ['visibilitychange', 'focus'];
  for (const event of events) window.addEventListener(event, hear);
  return () => {
    for (const event of events) window.removeEventListener(event, hear);
  };
});

type State<Data> = Pick<Query<Data>, 'state'>;

/** Returns how a query is asked while something in it is pending: by itself for ten minutes, and on each return to the page. */
export function whilePending<Data>(isPending: (data: Data) => boolean) {
  const isNow = ({ state: { data } }: State<Data>) => data !== undefined && isPending(data);
  return {
    refetchInterval: (query: State<Data>) =>
      isNow(query) && query.state.dataUpdateCount < mostAnswers ? pendingEveryMs : false,
    refetchOnWindowFocus: (query: State<Data>) => (isNow(query) ? ('always' as const) : true),
  };
}

/** A query of any type. */
export type AnyQuery = Pick<FetchQueryOptions, 'queryKey'>;

/** Loads what is not known yet. Never throws: the part that shows a query also shows its failure. */
export async function loadQueries(queries: readonly AnyQuery[]): Promise<void> {
  const loads = queries.map((query) => queryClient.ensureQueryData(query).catch(() => undefined));
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(() => void connected().then(patience.resolve), longestWaitMs);
  await Promise.race([Promise.all(loads), patience.promise]);
  clearTimeout(timer);
}
