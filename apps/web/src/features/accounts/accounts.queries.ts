import type {
  accounts,
  BillingAccount,
  billingAccounts,
  CustomerAccount,
  customerAccountDetails,
  customerInfo,
  ListedAccount,
} from '@myaccount/contract/accounts';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { type AccountIds, accountCalls, accountNumbers } from './account-ids.ts';
import { useSelectedAccount } from './selected-account.ts';

/** First part of the query keys of everything that a payment changes. */
export const billingAccountKey = 'billing-account';

/** One account with holder, addresses and preferences (API-1). */
export function accountQuery(ids: AccountIds) {
  const query = accountCalls(ids).account;
  return queryOptions({
    queryKey: ['account', ids.accountNumber],
    queryFn: ({ signal }) => call<typeof customerInfo>('GET /customer/info', { query, signal }),
  });
}

/** The account's billing account: balance, bill type, cycle (API-3). The list holds one. */
export function billingAccountQuery(accountNumber: string) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber],
    queryFn: async ({ signal }): Promise<BillingAccount> => {
      const [first] = await call<typeof billingAccounts>('GET /billing/gtv/account', {
        query: { AccountNumber: accountNumber },
        signal,
      });
      if (!first) throw new Error(`Account ${accountNumber} has no billing account`);
      return first;
    },
  });
}

/** Plan, offer and discounts of the account (API-2). */
export function accountDetailsQuery(accountNumber: string) {
  return queryOptions({
    queryKey: ['account-details', accountNumber],
    queryFn: ({ signal }) =>
      call<typeof customerAccountDetails>('GET /customer/account/details', {
        query: { AccountNumber: accountNumber },
        signal,
      }),
  });
}

/** The selected account; the shell loads it before any page shows. */
export function useAccount(): CustomerAccount {
  return useSuspenseQuery(accountQuery(useSelectedAccount())).data;
}

/** The selected account's billing account; the shell loads it before any page shows. */
export function useBillingAccount(): BillingAccount {
  return useSuspenseQuery(billingAccountQuery(useSelectedAccount().accountNumber)).data;
}

/** Plan and discounts of the selected account. */
export function useAccountDetails() {
  return useQuery(accountDetailsQuery(useSelectedAccount().accountNumber));
}

/**
 * The caller's accounts by number, with what each owes; empty until they are known, for a sign-in with one account, and
 * when they cannot be loaded. Part of what a payment of the selected account changes.
 */
export function useListedAccounts(): ReadonlyMap<string, ListedAccount> {
  const { accountNumber } = useSelectedAccount();
  const { data } = useQuery({
    queryKey: [billingAccountKey, accountNumber, 'accounts'],
    queryFn: ({ signal }) => call<typeof accounts>('GET /accounts', { signal }),
    enabled: accountNumbers().length > 1,
    select: accountsByNumber,
  });
  return data ?? noAccounts;
}

const noAccounts: ReadonlyMap<string, ListedAccount> = new Map();

function accountsByNumber(accounts: ListedAccount[]): ReadonlyMap<string, ListedAccount> {
  return new Map(accounts.map((account) => [account.accountNumber, account]));
}
