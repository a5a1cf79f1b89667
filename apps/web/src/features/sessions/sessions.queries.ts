import type { changes } from '@myaccount/contract/audit';
import type { endAllSessions, endOneSession, OpenSession, sessions } from '@myaccount/contract/sessions';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { justLoadedMs, pageQuery } from '../../api/query-client.ts';
import { signOut } from '../login/sign-in.ts';

/** The open sessions of the sign-in, this one first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call<typeof sessions>('GET /sessions', { signal }),
    staleTime: justLoadedMs,
  });
}

/** What to end: one session, or all of them. */
export type SessionsEnd = OpenSession | 'all';

/**
 * Ends a session, or all. Where this one is among them it signs out, which leaves the page. A session that has ended
 * meanwhile counts as ended. `onEnded` is called when the list is loaded again.
 */
export function useSessionsEnd(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (end: SessionsEnd) => {
      if (end === 'all') await call<typeof endAllSessions>('POST /sessions/end-all');
      else if (!end.isCurrent)
        await call<typeof endOneSession>('POST /sessions/end', { body: { id: end.id } }).catch(
          ignoreNotFound,
        );
      if (end === 'all' || end.isCurrent) return await signOut();
      await client.invalidateQueries({ queryKey: ['changes'] });
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
    onSuccess: (_, end) => {
      if (end !== 'all' && !end.isCurrent) onEnded();
    },
  });
}

function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/** One page of the history of changes of an account; shows the previous page until it has loaded. */
export function changesQuery({ accountNumber }: { accountNumber: string }, page: number) {
  const query = { AccountNumber: accountNumber, ...pageQuery(page) };
  return queryOptions({
    queryKey: ['changes', accountNumber, page],
    queryFn: ({ signal }) => call<typeof changes>('GET /customer/account/changes', { query, signal }),
    staleTime: justLoadedMs,
    placeholderData: keepPreviousData,
  });
}
