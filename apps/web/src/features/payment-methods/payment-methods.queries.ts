import type { recurringPayments } from '@myaccount/contract/payment-methods';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { BillingIds } from '../accounts/account-ids.ts';
import { billingAccountKey, useBillingIds } from '../accounts/accounts.queries.ts';

/** Saved payment methods, default first, without removed ones (METHODS-1). */
export function paymentMethodsQuery({ accountNumber, billingAccountId }: BillingIds) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'payment-methods'],
    queryFn: ({ signal }) =>
      call<typeof recurringPayments>('GET /payments/recurring-payments', {
        query: { billing_account_id: billingAccountId },
        signal,
      }),
    select: (methods) => methods.filter((method) => method.valid_to === null),
  });
}

/** Saved payment methods of the selected account. */
export function usePaymentMethods() {
  return useQuery(paymentMethodsQuery(useBillingIds()));
}
