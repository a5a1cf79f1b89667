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

type CallsOf = (customers: readonly SignedInCustomer[]) => Call[];

/** A call of the portal's API by each customer, with the query that asks for what is theirs. */
function callsTo(path: string, queryOf: (customer: SignedInCustomer) => Record<string, string>): CallsOf {
  const pathFor = (customer: SignedInCustomer) =>
    `${apiPath}${path}?${new URLSearchParams(queryOf(customer))}`;
  return (customers) => customers.map((customer) => ({ path: pathFor(customer), headers: bearer(customer) }));
}

const firstPage = ({ accountId }: SignedInCustomer) => ({
  billing_account_id: accountId,
  page_number: '1',
  page_size: '5',
});
const latestBill = ({ invoiceId }: SignedInCustomer) => ({ invoice_id: invoiceId });

/** The first page of each customer's invoices. */
export const listCalls = callsTo('/invoices/all', firstPage);

/** Each customer's dashboard. */
export const homeCalls = callsTo(
  '/billing/gtv/billing-account/refresh',
  ({ accountNumber, customerNumber }) => ({ AccountNumber: accountNumber, customerID: customerNumber }),
);

/** Each customer's latest bill as PDF. */
export const pdfCalls = callsTo('/invoices/download', latestBill);

/** Each customer's latest bill with its lines. */
export const invoiceCalls = callsTo('/invoices/single', latestBill);

/** The first page of each customer's payments. */
export const historyCalls = callsTo('/payments', firstPage);

const json = { 'content-type': 'application/json' };

/** A POST call with a JSON body. */
export function postCall(path: string, body: unknown, headers: Record<string, string> = {}): Call {
  return { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}
