import { contract } from '@myaccount/contract/contract';
import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildInvoice } from '../apps/server/src/testing/builders/invoice.ts';
import { type BuiltLogin, buildLogin } from '../apps/server/src/testing/builders/login.ts';
import { buildMethod } from '../apps/server/src/testing/builders/payment-method.ts';
import { startTestPortal, type TestPortal } from '../apps/server/src/testing/portal.ts';

let portal: TestPortal;
let own: BuiltLogin;
let token: string;
let ids: Record<'own' | 'foreign', Record<string, string>>;
beforeAll(async () => {
  portal = await startTestPortal({ LOGIN_CODES_PER_CLIENT: '100000', LOGIN_TRIES_PER_CLIENT: '100000' });
  own = await buildLogin(portal.db);
  ids = { own: await idsOf(own), foreign: await idsOf(await buildLogin(portal.db)) };
});
beforeAll(async () => {
  token = await portal.signIn(own.emailAddress);
});
afterAll(() => portal.close());

/** Every id that a call can ask for, by the name of its parameter. */
async function idsOf({ account }: BuiltLogin): Promise<Record<string, string>> {
  const invoice = await buildInvoice(portal.db, account);
  const method = await buildMethod(portal.portal, account);
  return {
    AccountNumber: account.accountNumber,
    accountNumber: account.accountNumber,
    CustomerID: account.customerNumber,
    customerID: account.customerNumber,
    billing_account_id: account.id,
    invoice_id: invoice.id,
    payment_method: method.id,
    id: '01890000-0000-7000-8000-000000000000',
  };
}

const validBody: Record<string, Record<string, unknown>> = {
  '/login/otp/send': { email: 'nobody@example.com' },
  '/login/otp/validate': { email: 'nobody@example.com', otp: '123456' },
  '/logger/log': { action: 'opened' },
  '/payments/make-payment': { amount: 1, paymentType: 'onetime' },
};

/** Input of a call with the ids of one side. */
function inputOf(endpoint: Endpoint, side: 'own' | 'foreign') {
  const named = (names: string[]) =>
    Object.fromEntries(names.flatMap((n) => (ids[side][n] ? [[n, ids[side][n]]] : [])));
  const query = named(Object.keys(endpoint.query?.shape ?? {}));
  const needed = ['accountNumber', 'billing_account_id', 'payment_method'];
  const fields = Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {});
  const body = endpoint.body && {
    ...validBody[endpoint.path],
    ...named(needed.filter((name) => fields.includes(name))),
  };
  return { query, body };
}

function call(endpoint: Endpoint, input: { query: Record<string, unknown>; body?: unknown }) {
  const { method, path } = endpoint;
  const query = Object.fromEntries(
    Object.entries(input.query).map(([k, v]) => [k, Array.isArray(v) ? v : String(v)]),
  );
  return portal.inject({
    method,
    url: `${apiPath}${path}`,
    query: query as Record<string, string>,
    headers: {
      authorization: `Bearer ${token}`,
      ...(input.body ? { 'content-type': 'application/json' } : {}),
    },
    payload: input.body === undefined ? undefined : JSON.stringify(input.body),
  });
}

const refusals = [400, 402, 404, 409, 413, 429];

function expectRefusal(response: LightMyRequestResponse, what: string): void {
  expect(refusals, `${what}: ${response.statusCode} ${response.body}`).toContain(response.statusCode);
  expect(response.headers['content-type']).toContain('application/problem+json');
  const problem = response.json();
  expect(problem).toMatchObject({ status: response.statusCode, code: expect.any(String) });
  expect(problem.correlationId).toBe(response.headers['x-correlation-id']);
  if (problem.code === 'request.invalid') expect(problem.errors[0].field, what).not.toBe('');
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '-1',
  '0',
  '1e999',
  '../../etc/passwd',
  "' or 1=1 --",
  '%00',
  '\u202e',
  '😀',
  'null',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  '{{7*7}}',
  '<script>',
  'x'.repeat(5_000),
];
const hostileValues: unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  1e12,
  1.005,
  0.001,
  [],
  {},
  [1],
  { $ne: '' },
  { toString: 1 },
];

const withQuery = contract.filter((endpoint) => endpoint.query);
const withBody = contract.filter((endpoint) => endpoint.body);

describe('bad input gets a clear answer and does nothing', () => {
  test.each(withQuery.map((e) => [e.path, e] as const))(
    '[API-25] query of %s: missing, hostile and doubled values',
    async (path, endpoint) => {
      for (const name of Object.keys(endpoint.query?.shape ?? {})) {
        const { query } = inputOf(endpoint, 'own');
        const isPaging = name.startsWith('page_');
        for (const value of hostileTexts) {
          expectRefusal(
            await call(endpoint, { query: { ...query, [name]: value } }),
            `${path} ${name}=${value.slice(0, 40)}`,
          );
        }
        expectRefusal(
          await call(endpoint, { query: { ...query, [name]: ['1', '2'] } }),
          `${path} ${name} twice`,
        );
        const { [name]: _, ...without } = query;
        if (!isPaging) expectRefusal(await call(endpoint, { query: without }), `${path} without ${name}`);
      }
    },
  );

  test.each(withBody.map((e) => [e.path, e] as const))(
    '[API-25] body of %s: missing, hostile and surplus values',
    async (path, endpoint) => {
      const { query, body } = inputOf(endpoint, 'own');
      const fields = Object.keys((endpoint.body as unknown as { shape: object }).shape);
      for (const field of fields) {
        for (const value of hostileValues) {
          const response = await call(endpoint, { query, body: { ...body, [field]: value } });
          expect(response.statusCode, `${path} ${field}=${JSON.stringify(value)?.slice(0, 40)}`).toBeLessThan(
            500,
          );
        }
      }
      expectRefusal(await call(endpoint, { query, body: { ...body, surprise: 1 } }), `${path} surplus`);
      expectRefusal(await call(endpoint, { query, body: [] }), `${path} list`);
    },
  );

  test.each(withBody.map(({ path }) => path))(
    '[API-25] %s: no JSON, too much of it, another kind, poisoned keys',
    async (path) => {
      const post = (payload: string | undefined, type = 'application/json') =>
        portal.inject({
          method: 'POST',
          url: `${apiPath}${path}`,
          payload,
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
        });
      for (const text of [
        '',
        '{',
        '{"a":1e999',
        'null',
        '7',
        '"text"',
        '\ufeff{',
        '{"__proto__":{"a":1}}',
        '['.repeat(20_000),
      ]) {
        expect((await post(text)).statusCode, text.slice(0, 30)).toBe(400);
      }
      expect((await post(`{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
      expect((await post('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    },
  );
});

describe('somebody else’s data answers as if it did not exist', () => {
  test.each(contract.filter((e) => !e.isPublic && (e.query || e.body)).map((e) => [e.path, e] as const))(
    '[API-25] %s',
    async (_path, endpoint) => {
      const foreign = await call(endpoint, inputOf(endpoint, 'foreign'));
      expect(foreign.statusCode, foreign.body).toBe(404);
      for (const name of [
        'AccountNumber',
        'accountNumber',
        'billing_account_id',
        'invoice_id',
        'id',
        'CustomerID',
        'customerID',
        'payment_method',
      ]) {
        const mixed = inputOf(endpoint, 'own');
        if (mixed.query[name]) mixed.query[name] = ids.foreign[name] ?? '';
        else if (mixed.body?.[name]) mixed.body[name] = ids.foreign[name];
        else continue;
        const response = await call(endpoint, mixed);
        const unknownMethod = name === 'payment_method' && response.statusCode === 400;
        expect(response.statusCode === 404 || unknownMethod, `${name}: ${response.body}`).toBe(true);
        expect(response.body).not.toContain(String(ids.foreign[name]));
      }
    },
  );
});
