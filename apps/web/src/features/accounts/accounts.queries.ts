import type {
  accounts,
  billingAccounts,
  CustomerAccount,
  customerAccountDetails,
  customerInfo,
} from '@myaccount/contract/accounts';
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '../../api/client.ts';
import { whilePending } from '../../api/query-client.ts';
import { type AccountIds, accountNumbers, type BillingIds } from './account-ids.ts';

/** First part of the query keys of everything that a payment changes. */
export const billingAccountKey = 'billing-account';

/** The account whose data every page shows. */
export const SelectedAccountContext = createContext<AccountIds | undefined>(undefined);

/** The selected account, below the shell. */
export function useSelectedAccount(): AccountIds {
  const account = useContext(SelectedAccountContext);
  if (!account) throw new Error('useSelectedAccount needs the shell above it');
  return account;
}

/** One account with holder, addresses and preferences (API-1). */
export function accountQuery(ids: AccountIds) {
  const query = { CustomerID: ids.customerId, AccountNumber: ids.accountNumber };
  return queryOptions({
    queryKey: ['account', ids.accountNumber],
    queryFn: ({ signal }) => call<typeof customerInfo>('GET /customer/info', { query, signal }),
    ...whilePending(({ pendingEmailAddress }: CustomerAccount) => pendingEmailAddress !== null),
  });
}

/** The account's billing account: balance, bill type, cycle (API-3). The list holds one. */
export function billingAccountQuery(accountNumber: string) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber],
    queryFn: async ({ signal }) => {
      const [first] = await call<typeof billingAccounts>('GET /billing/gtv/account', {
        query: { AccountNumber: accountNumber },
        signal,
      });
      if (!first) throw new Error(`Account ${accountNumber} has no billing account`);
      return first;
    },
  });
}

/** How often the open page asks how far a visit is: of the portal's database, never of the field service. */
const visitRefreshMs = 60_000;

/** Plan, offer, discounts, and next visit of the account (API-2). */
export function accountDetailsQuery(accountNumber: string) {
  return queryOptions({
    queryKey: ['account-details', accountNumber],
    queryFn: ({ signal }) =>
      call<typeof customerAccountDetails>('GET /customer/account/details', {
        query: { AccountNumber: accountNumber },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.nextVisit ? visitRefreshMs : false),
  });
}

/** The selected account; the shell loads it before any page shows. */
export function useAccount() {
  return useSuspenseQuery(accountQuery(useSelectedAccount())).data;
}

/** The selected account's billing account; the shell loads it before any page shows. */
export function useBillingAccount() {
  return useSuspenseQuery(billingAccountQuery(useSelectedAccount().accountNumber)).data;
}

/** By what calls name the selected account and its billing account. */
export function useBillingIds(): BillingIds {
  return { accountNumber: useSelectedAccount().accountNumber, billingAccountId: useBillingAccount().id };
}

/** Returns a function that loads again what a payment changes: balance, bills, methods, autopay, history. */
export function useBillingReload() {
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  return () => client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] });
}

/** Plan and discounts of the selected account. */
export function useAccountDetails() {
  return useQuery(accountDetailsQuery(useSelectedAccount().accountNumber));
}

/** The caller's accounts with what each owes. A payment of the selected account changes what it owes. */
export function listedAccountsQuery(selectedNumber: string) {
  return queryOptions({
    queryKey: [billingAccountKey, selectedNumber, 'accounts'],
    queryFn: ({ signal }) => call<typeof accounts>('GET /accounts', { signal }),
  });
}

/** The caller's accounts; undefined until they are known, for a sign-in with one, and after a failure. */
export function useListedAccounts() {
  const { accountNumber } = useSelectedAccount();
  return useQuery({ ...listedAccountsQuery(accountNumber), enabled: accountNumbers().length > 1 }).data;
}
