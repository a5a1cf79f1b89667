import type { recurringPayments } from '@myaccount/contract/payment-methods';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { billingAccountKey, useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

interface BillingAccountKeys {
  readonly accountNumber: string;
  readonly billingAccountId: string;
}

/** Saved payment methods, default first, without removed ones (METHODS-1). */
export function paymentMethodsQuery({ accountNumber, billingAccountId }: BillingAccountKeys) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'payment-methods'],
    queryFn: async ({ signal }) => {
      const query = { billing_account_id: billingAccountId };
      const methods = await call<typeof recurringPayments>('GET /payments/recurring-payments', {
        query,
        signal,
      });
      return methods.filter((method) => method.valid_to === null);
    },
  });
}

/** Saved payment methods of the selected account. */
export function usePaymentMethods() {
  const { accountNumber } = useSelectedAccount();
  return useQuery(paymentMethodsQuery({ accountNumber, billingAccountId: useBillingAccount().id }));
}

/** Loads again what a change of a method changes: the list, the default on the dashboard, and who is charged next. */
export function useMethodsReload() {
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  return () => client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] });
}
