import type { plannedPayments } from '@myaccount/contract/planned-payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { BillingIds } from '../accounts/account-ids.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';

/** The planned payments of an account, the next one first (PAY-7). */
export function plannedPaymentsQuery({ accountNumber, billingAccountId }: BillingIds) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'planned'],
    queryFn: ({ signal }) =>
      call<typeof plannedPayments>('GET /payments/planned', {
        query: { billing_account_id: billingAccountId },
        signal,
      }),
  });
}
