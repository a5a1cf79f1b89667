import type { cancelPlannedPayment, plannedPayments } from '@myaccount/contract/planned-payments';
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

/** Cancels a planned payment and loads again what that changes, also when it was too late. */
export function useCancelPlan(onCancelled: () => void) {
  const reload = useBillingReload();
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof cancelPlannedPayment>('POST /payments/planned/cancel', { body: { id } }),
    onSuccess: async () => {
      await reload();
      onCancelled();
    },
    onError: reload,
  });
}
