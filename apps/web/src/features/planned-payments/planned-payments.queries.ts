import type { plannedPayments } from '@myaccount/contract/planned-payments';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { BillingIds } from '../accounts/account-ids.ts';
import { billingAccountKey, useBillingReload } from '../accounts/accounts.queries.ts';

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

/** Changes or cancels a planned payment, and loads again what that changes, also when it was too late. */
export function usePlanMutation(send: (id: string) => Promise<unknown>, onDone: () => void) {
  const reload = useBillingReload();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await reload();
      onDone();
    },
    onError: reload,
  });
}
