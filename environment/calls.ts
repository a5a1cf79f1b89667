import { apiPath } from '@myaccount/contract/endpoint';
import type { SignedInCustomer } from './customers.ts';

/** One HTTP call. */
export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The header of a signed-in call. */
export function bearer({ token }: SignedInCustomer): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A call of the portal's API by a signed-in customer. */
export function signedInCall(customer: SignedInCustomer, path: string, query: Record<string, string>): Call {
  return { path: `${apiPath}${path}?${new URLSearchParams(query)}`, headers: bearer(customer) };
}

/** The first page of each customer's invoices. */
export function listCalls(customers: readonly SignedInCustomer[]): Call[] {
  return customers.map((customer) =>
    signedInCall(customer, '/invoices/all', {
      billing_account_id: customer.accountId,
      page_number: '1',
      page_size: '5',
    }),
  );
}

/** Each customer's dashboard. */
export function homeCalls(customers: readonly SignedInCustomer[]): Call[] {
  return customers.map((customer) =>
    signedInCall(customer, '/billing/gtv/billing-account/refresh', {
      AccountNumber: customer.accountNumber,
      customerID: customer.customerNumber,
    }),
  );
}

/** Each customer's latest bill as PDF. */
export function pdfCalls(customers: readonly SignedInCustomer[]): Call[] {
  return customers.map((customer) =>
    signedInCall(customer, '/invoices/download', { invoice_id: customer.invoiceId }),
  );
}

/** Each customer's latest bill with its lines. */
export function invoiceCalls(customers: readonly SignedInCustomer[]): Call[] {
  return customers.map((customer) =>
    signedInCall(customer, '/invoices/single', { invoice_id: customer.invoiceId }),
  );
}

/** The first page of each customer's payments. */
export function historyCalls(customers: readonly SignedInCustomer[]): Call[] {
  return customers.map((customer) =>
    signedInCall(customer, '/payments', {
      billing_account_id: customer.accountId,
      page_number: '1',
      page_size: '5',
    }),
  );
}

const json = { 'content-type': 'application/json' };

/** A POST call with a JSON body. */
export function postCall(path: string, body: unknown, headers: Record<string, string> = {}): Call {
  return { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}
