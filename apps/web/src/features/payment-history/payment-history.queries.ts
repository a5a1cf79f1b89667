import type { payments } from '@myaccount/contract/payments';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { pageQuery } from '../../api/query-client.ts';
import type { BillingIds } from '../accounts/account-ids.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';

/** One page of the payment history of an account (PAYMENTS-3); shows the previous page until it has loaded. */
export function paymentHistoryQuery({ accountNumber, billingAccountId }: BillingIds, page: number) {
  const query = { billing_account_id: billingAccountId, ...pageQuery(page) };
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'payments', page],
    queryFn: ({ signal }) => call<typeof payments>('GET /payments', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
