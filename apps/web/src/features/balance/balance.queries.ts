import type { BillingRefresh, billingRefreshEndpoint } from '@myaccount/contract/home';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { whilePending } from '../../api/query-client.ts';
import type { AccountIds } from '../accounts/account-ids.ts';
import { billingAccountKey, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { loadHappenings } from '../happenings/Happenings.tsx';

/** What an account owes and what happens next, with its latest bill (API-4). Every page takes its figures from here. */
export function billingRefreshQuery({ accountNumber, customerId }: AccountIds) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'refresh'],
    queryFn: async (asked) => {
      const billing = await call<typeof billingRefreshEndpoint>('GET /billing/gtv/billing-account/refresh', {
        query: { AccountNumber: accountNumber, customerID: customerId },
        signal: asked.signal,
      });
      await loadHappenings(billing, asked).catch(() => undefined);
      return billing;
    },
    ...whilePending(({ unconfirmed, isReading }: BillingRefresh) => isReading || unconfirmed !== null),
  });
}

/** The balance of the selected account, loaded by the component that shows it. */
export function useBillingRefresh() {
  return useQuery(billingRefreshQuery(useSelectedAccount()));
}
