import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { endpoints } from '../../api/endpoints.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';
import { type SelectedAccount, useSelectedAccount } from '../accounts/selected-account.ts';

/** Everything the dashboard shows but its list of bills (API-4). */
export function billingRefreshQuery({ accountNumber, customerId }: Omit<SelectedAccount, 'role'>) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'refresh'],
    queryFn: ({ signal }) =>
      call(endpoints.billingRefresh, {
        query: { AccountNumber: accountNumber, customerID: customerId },
        signal,
      }),
  });
}

/** Balance, latest bill and what will happen next of the chosen account, loading on its own. */
export function useBillingRefresh() {
  return useQuery(billingRefreshQuery(useSelectedAccount()));
}
