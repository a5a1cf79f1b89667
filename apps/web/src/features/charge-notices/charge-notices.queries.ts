import type { showHeldCharge, stopHeldCharge } from '@myaccount/contract/charge-notices';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Query of the charge that a link can stop. The token stays in memory. */
export function heldChargeQuery(token: string) {
  return queryOptions({
    queryKey: ['charge-notices', token],
    queryFn: ({ signal }) =>
      call<typeof showHeldCharge>('GET /charge-notice', {
        query: { Token: token },
        isAnonymous: true,
        signal,
      }),
    networkMode: 'always',
  });
}

/** Stops the charge of a link, and returns it. */
export async function stopCharge(token: string) {
  return await call<typeof stopHeldCharge>('POST /charge-notice/stop', {
    body: { token },
    isAnonymous: true,
  });
}
