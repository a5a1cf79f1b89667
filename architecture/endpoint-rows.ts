import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { InjectOptions } from 'fastify';
import { addMethodRows } from './add-method-rows.ts';
import type { Ids } from './endpoint-ids.ts';
import type { EndpointRow } from './endpoint-row.ts';

const methodIds = {
  billing_account_id: 'accountId',
  recurring_payment_id: 'methodId',
  payment_method: 'methodId',
} as const;
const page = { page_number: undefined, page_size: undefined };

/** A row for every endpoint with input; it names every parameter. */
export const endpointRows: Readonly<Record<string, EndpointRow>> = {
  'POST /login/otp/send': { values: { email: 'nobody@example.com', challenge: undefined } },
  'POST /login/otp/validate': {
    values: { email: 'nobody@example.com', otp: '123456', challenge: undefined },
  },
  'POST /login/link/validate': { values: { token: 'none', challenge: 'none' } },
  'GET /customer/info': { ids: { CustomerID: 'customerNumber', AccountNumber: 'accountNumber' } },
  'GET /customer/account/details': { ids: { AccountNumber: 'accountNumber' } },
  'GET /billing/gtv/account': { ids: { AccountNumber: 'accountNumber' } },
  'GET /billing/gtv/billing-account/refresh': {
    ids: { AccountNumber: 'accountNumber', customerID: 'customerNumber' },
  },
  'GET /invoices/all': { ids: { billing_account_id: 'accountId' }, values: page },
  'GET /invoices/single': { ids: { invoice_id: 'invoiceId' } },
  'GET /invoices/download': { ids: { invoice_id: 'invoiceId' } },
  'GET /invoices/payments': { ids: { invoice_id: 'invoiceId' } },
  'GET /invoices/payment-info': { ids: { id: 'paymentId' } },
  'GET /payments': { ids: { billing_account_id: 'accountId' }, values: page },
  'GET /payments/recurring-payments': { ids: { billing_account_id: 'accountId' } },
  'POST /payments/make-payment': {
    ids: { billing_account_id: 'accountId', payment_method: 'methodId' },
    values: {
      amount: 1,
      paymentType: 'onetime',
      payment_date: undefined,
      seenBalance: undefined,
      consent: undefined,
      consents: undefined,
    },
  },
  'POST /payments/activate': { ids: methodIds, status: 201 },
  // The owner's only method is the default, which stays.
  'POST /payments/deactivate': { ids: methodIds, status: 409 },
  ...addMethodRows,
  'GET /payments/planned': { ids: { billing_account_id: 'accountId' } },
  'POST /payments/planned/cancel': { ids: { id: 'planId' } },
  'GET /payments/receipt': { ids: { id: 'paymentId' } },
  'GET /payments/receipt/download': { ids: { id: 'paymentId' } },
  'POST /customer/account/autopay': {
    ids: { accountNumber: 'accountNumber', paymentMethodID: 'methodId' },
    values: {
      enableAutopay: true,
      consents: [{ kind: 'autopay', textVersion: '1', language: 'en' }],
    },
  },
  'GET /customer/account/autopay/consent': { ids: { AccountNumber: 'accountNumber' } },
  'GET /customer/account/consents': { ids: { AccountNumber: 'accountNumber' }, values: page },
  'GET /customer/account/consent': { ids: { AccountNumber: 'accountNumber', id: 'consentId' } },
  'POST /customer/account/ebill': {
    ids: { accountNumber: 'accountNumber' },
    values: { enableeBill: true, consents: undefined },
  },
  'POST /customer/account/info': {
    ids: { accountNumber: 'accountNumber' },
    values: {
      channel: 'MyAccount',
      version: 1,
      customer: { phoneNumber: '6145550101' },
      customerAddress: undefined,
      consents: undefined,
    },
  },
  // No address of the owner waits.
  'POST /customer/account/email-proof': { ids: { accountNumber: 'accountNumber' }, status: 409 },
  'POST /customer/account/email-proof/validate': {
    ids: { accountNumber: 'accountNumber' },
    values: { otp: '123456' },
    status: 409,
  },
  'POST /customer/account/email-proof/cancel': { ids: { accountNumber: 'accountNumber' } },
  'POST /sessions/fresh-code': { namesNothing: true, values: { challenge: undefined } },
  'POST /sessions/fresh-code/validate': { namesNothing: true, values: { challenge: 'none', otp: '123456' } },
  'POST /verify-pass/user/info': { ids: { accountNumber: 'accountNumber', email: 'emailAddress' } },
  'POST /gift-card/register': {
    ids: { accountNumber: 'accountNumber' },
    values: { DiscountType: 'GiftCard', Optin: 'true' },
  },
  'GET /appointment/schedules': {
    values: { Token: 'none', StartDate: '2026-12-01', EndDate: '2026-12-15' },
  },
  'GET /appointment/schedule': {
    values: { Token: 'none', scheduleStart: '2026-12-01T13:00:00Z', scheduleEnd: '2026-12-01T15:00:00Z' },
  },
  'POST /sessions/end': { ids: { id: 'sessionId' } },
  'GET /login/otp/login-stats': {
    namesNothing: true,
    values: { startTime: '0', endTime: '2026-11-24T17:00:00Z' },
  },
  'GET /customer/account/changes': { ids: { AccountNumber: 'accountNumber' }, values: page },
  'POST /logger/log': {
    ids: { accountNumber: 'accountNumber' },
    values: { action: 'page opened', error: undefined },
    status: 202,
  },
};

/** Names an endpoint as {@link endpointRows} does. */
export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Returns the names of an endpoint's parameters, those of the query first. */
export function parametersOf({ query, body }: Endpoint): string[] {
  return [...Object.keys(query?.shape ?? {}), ...bodyFields(body)];
}

/** Returns the row of an endpoint; throws with the row to add when there is none, or when a parameter is missing in it. */
export function rowOf(endpoint: Endpoint): EndpointRow {
  const row = endpointRows[nameOf(endpoint)];
  const known = Object.keys({ ...row?.ids, ...row?.values });
  const missing = parametersOf(endpoint).filter((name) => !known.includes(name));
  if (row && missing.length === 0) return row;
  throw new Error(
    `Add to endpointRows in architecture/endpoint-rows.ts the row '${nameOf(endpoint)}' with ${missing.join(', ')}: ` +
      'under "ids" if the parameter names something that belongs to a customer, otherwise under "values".',
  );
}

/** Returns a valid input of a call with the given ids. */
export function inputOf(endpoint: Endpoint, ids: Ids): { query: Record<string, unknown>; body?: unknown } {
  const row = rowOf(endpoint);
  const named = Object.entries(row.ids ?? {}).map(
    ([name, kind]) => [name, row.shapes?.[name]?.(ids[kind]) ?? ids[kind]] as const,
  );
  const given = Object.entries(row.values ?? {}).filter(([, value]) => value !== undefined);
  const pick = (names: string[]) =>
    Object.fromEntries([...named, ...given].filter(([name]) => names.includes(name)));
  const query = pick(Object.keys(endpoint.query?.shape ?? {}));
  return endpoint.body ? { query, body: pick(bodyFields(endpoint.body)) } : { query };
}

/** Returns the request of a call, for a portal's `inject`. */
export function requestOf(
  endpoint: Endpoint,
  input: { query: Record<string, unknown>; body?: unknown },
  token: string,
): InjectOptions {
  const query = Object.entries(input.query).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ]);
  return {
    method: endpoint.method,
    url: `${apiPath}${endpoint.path}`,
    query: Object.fromEntries(query),
    headers: {
      authorization: `Bearer ${token}`,
      'x-correlation-id': 'architecture-tests',
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: input.body === undefined ? undefined : JSON.stringify(input.body),
  };
}

function bodyFields(body: Endpoint['body']): string[] {
  return Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
}
