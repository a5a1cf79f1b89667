import type { invoicesAll, invoicesPayments, invoicesSingle } from '@myaccount/contract/invoices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { billingAccountKey, useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** One page of the bills of the selected account (API-5); shows the previous page until it has loaded. */
export function useInvoices(page: number) {
  const { accountNumber } = useSelectedAccount();
  const query = {
    billing_account_id: useBillingAccount().id,
    page_number: page,
    page_size: config.limits.pageSize,
  };
  return useQuery({
    queryKey: [billingAccountKey, accountNumber, 'invoices', page],
    // Without the signal: a list that is drawn anew while it loads waits for the same answer.
    queryFn: () => call<typeof invoicesAll>('GET /invoices/all', { query }),
    placeholderData: (before, queryBefore) =>
      queryBefore?.queryKey[1] === accountNumber ? before : undefined,
  });
}

/** One bill of the account with its lines (API-6). The response is a list of one. */
export function invoiceQuery(accountNumber: string, invoiceId: string) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'invoice', invoiceId],
    queryFn: async ({ signal }) => {
      const [invoice] = await call<typeof invoicesSingle>('GET /invoices/single', {
        query: { invoice_id: invoiceId },
        signal,
      });
      if (!invoice) throw new Error(`No invoice ${invoiceId}`);
      return invoice;
    },
  });
}

/** Payments made to one bill of the account (API-9). */
export function invoicePaymentsQuery(accountNumber: string, invoiceId: string) {
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'invoice-payments', invoiceId],
    queryFn: ({ signal }) =>
      call<typeof invoicesPayments>('GET /invoices/payments', { query: { invoice_id: invoiceId }, signal }),
  });
}
