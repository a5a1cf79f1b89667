import type { cancelPlannedPayment, plannedPayments } from '@myaccount/contract/planned-payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { billingAccountKey, useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** The planned payments of the selected account, the next one first (PAY-7). */
export function usePlannedPayments() {
  const { accountNumber } = useSelectedAccount();
  const query = { billing_account_id: useBillingAccount().id };
  return useQuery({
    queryKey: [billingAccountKey, accountNumber, 'planned'],
    queryFn: ({ signal }) => call<typeof plannedPayments>('GET /payments/planned', { query, signal }),
  });
}

/** Cancels a planned payment and loads again what that changes, also when it was too late. */
export function useCancelPlan(onCancelled: () => void) {
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  const reload = () => client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] });
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
