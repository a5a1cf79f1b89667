import type { invoicesAll, invoicesPayments, invoicesSingle } from '@myaccount/contract/invoices';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { pageQuery } from '../../api/query-client.ts';
import type { BillingIds } from '../accounts/account-ids.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';

/** One page of the bills of an account (API-5); shows the previous page until it has loaded. */
export function invoicesQuery({ accountNumber, billingAccountId }: BillingIds, page: number) {
  const query = { billing_account_id: billingAccountId, ...pageQuery(page) };
  return queryOptions({
    queryKey: [billingAccountKey, accountNumber, 'invoices', page],
    queryFn: ({ signal }) => call<typeof invoicesAll>('GET /invoices/all', { query, signal }),
    placeholderData: keepPreviousData,
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
