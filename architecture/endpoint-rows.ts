import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { InjectOptions } from 'fastify';
import { addMethodRows } from './add-method-rows.ts';
import type { IdKind, Ids } from './endpoint-ids.ts';
import type { EndpointRow } from './endpoint-row.ts';

const methodIds = {
  recurring_payment_id: 'methodId',
  payment_method: 'methodId',
} as const;
/** What a parameter of this name is in every call. */
const idsByName: Readonly<Record<string, IdKind>> = {
  AccountNumber: 'accountNumber',
  accountNumber: 'accountNumber',
  billing_account_id: 'accountId',
  invoice_id: 'invoiceId',
};
/** Parameters that these tests leave out of every call. */
const leftOut = ['page_number', 'page_size'];

/** A row for every endpoint with a parameter that its name alone does not explain. */
export const endpointRows: Readonly<Record<string, EndpointRow>> = {
  'POST /login/otp/send': { values: { email: 'nobody@example.com', challenge: undefined } },
  'POST /login/otp/validate': {
    values: { email: 'nobody@example.com', otp: '123456', challenge: undefined },
  },
  'POST /login/link/validate': { values: { token: 'none', challenge: 'none' } },
  'GET /customer/info': { ids: { CustomerID: 'customerNumber' } },
  'GET /billing/gtv/billing-account/refresh': {
    ids: { customerID: 'customerNumber' },
  },
  'GET /invoices/payment-info': { ids: { id: 'paymentId' } },
  'POST /payments/make-payment': {
    ids: { payment_method: 'methodId' },
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
  'POST /payments/planned/change': {
    ids: { id: 'planId', payment_method: 'methodId' },
    values: { payment_date: '2026-12-01', consents: undefined },
  },
  'POST /payments/planned/cancel': { ids: { id: 'planId' } },
  'GET /payments/receipt': { ids: { id: 'paymentId' } },
  'GET /payments/receipt/download': { ids: { id: 'paymentId' } },
  'POST /customer/account/autopay': {
    ids: { paymentMethodID: 'methodId' },
    values: {
      enableAutopay: true,
      consents: [{ kind: 'autopay', textVersion: '1', language: 'en' }],
    },
  },
  'GET /customer/account/consent': { ids: { id: 'consentId' } },
  'POST /customer/account/ebill': {
    values: { enableeBill: true, consents: undefined },
  },
  'POST /customer/account/info': {
    values: {
      channel: 'MyAccount',
      version: 1,
      customer: { phoneNumber: '6145550101' },
      customerAddress: undefined,
      consents: undefined,
    },
  },
  // No address of the owner waits.
  'POST /customer/account/email-proof': { status: 409 },
  'POST /customer/account/email-proof/validate': {
    values: { otp: '123456' },
    status: 409,
  },
  'POST /sessions/fresh-code': { namesNothing: true, values: { challenge: undefined } },
  'POST /sessions/fresh-code/validate': { namesNothing: true, values: { challenge: 'none', otp: '123456' } },
  'POST /verify-pass/user/info': { ids: { email: 'emailAddress' } },
  'POST /gift-card/register': {
    values: { DiscountType: 'GiftCard', Optin: 'true' },
  },
  'GET /appointment/schedules': {
    values: { Token: 'none', StartDate: '2026-12-01', EndDate: '2026-12-15' },
  },
  'GET /appointment/schedule': {
    values: { Token: 'none', scheduleStart: '2026-12-01T13:00:00Z', scheduleEnd: '2026-12-01T15:00:00Z' },
  },
  'GET /charge-notice': { values: { Token: 'none' }, status: 404 },
  'POST /charge-notice/stop': { values: { token: 'none' }, status: 404 },
  'GET /calendar-feed': { values: { Token: 'none' }, status: 404 },
  'GET /login/change': { values: { Token: 'none' }, status: 404 },
  'POST /login/change/stop': { values: { token: 'none' }, status: 404 },
  'POST /sessions/end': { ids: { id: 'sessionId' } },
  'GET /login/otp/login-stats': {
    namesNothing: true,
    values: { startTime: '0', endTime: '2026-11-24T17:00:00Z' },
  },
  'POST /logger/log': {
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

/** Returns what is known of an endpoint's parameters; throws with the row to add when one is unknown. */
export function rowOf(endpoint: Endpoint): EndpointRow {
  const row = endpointRows[nameOf(endpoint)];
  const parameters = parametersOf(endpoint);
  const byName = parameters.flatMap((name) => (idsByName[name] ? [[name, idsByName[name]] as const] : []));
  const ids = { ...Object.fromEntries(byName), ...row?.ids };
  const known = [...Object.keys({ ...ids, ...row?.values }), ...leftOut];
  const missing = parameters.filter((name) => !known.includes(name));
  if (missing.length === 0) return { ...row, ids };
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
