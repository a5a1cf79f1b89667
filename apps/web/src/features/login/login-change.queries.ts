import type { showLoginChange, stopLoginChange } from '@myaccount/contract/login-change';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Query of the change that a link can stop. The token stays in memory. */
export function loginChangeQuery(token: string) {
  return queryOptions({
    queryKey: ['login-change', token],
    queryFn: ({ signal }) =>
      call<typeof showLoginChange>('GET /login/change', {
        query: { Token: token },
        isAnonymous: true,
        signal,
      }),
    networkMode: 'always',
  });
}

/** Stops the change of a link, and returns what then holds. */
export async function stopChange(token: string) {
  return await call<typeof stopLoginChange>('POST /login/change/stop', {
    body: { token },
    isAnonymous: true,
  });
}
