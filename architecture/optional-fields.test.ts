import type { Endpoint } from '@myaccount/contract/endpoint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { frameBody } from '../apps/server/src/testing/hosted-frames.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { contract } from './contract.ts';
import { buildOwner, type Ids } from './endpoint-ids.ts';
import { inputOf, nameOf, requestOf, rowOf } from './endpoint-rows.ts';

// Callers of the source send the fields that it names and none of ours. So whatever a call can do without is left out here,
// one by one and all at once, and the answer is the one of the complete call. What differs is in `differs`.

const portal = forFile(() =>
  startPayingPortal({ LOGIN_CODES_PER_CLIENT: '100000', LOGIN_TRIES_PER_CLIENT: '100000' }),
);

type Fields = Readonly<Record<string, unknown>>;

const agreed = (kind: string) => [{ kind, textVersion: '1', language: 'en' }];
const saving = ({ accountId, accountNumber }: Ids): Fields => ({
  multi_factor_auth: true,
  billing_account: { id: accountId, account_num: accountNumber, external_account_num: accountNumber },
  consents: agreed('stored-method'),
});
const paging = { page_number: 1, page_size: 5 };
const address = {
  addressType: 'Billing',
  streetNrFirst: '7',
  streetNrLast: '',
  streetName: 'Oak Street',
  city: 'Dublin',
  state: 'OH',
  country: 'USA',
  postCode: '43017',
};

/** The optional fields of each call that has any, beside its row in `endpointRows`. */
const optionalFields: Readonly<Record<string, (ids: Ids, amountDue: number) => Fields>> = {
  'GET /customer/account/changes': () => paging,
  'GET /customer/account/consents': () => paging,
  'GET /invoices/all': () => paging,
  'GET /payments': () => paging,
  'POST /login/otp/send': ({ emailAddress }) => ({ email: emailAddress, challenge: 'none' }),
  'POST /login/otp/validate': ({ emailAddress }) => ({ email: emailAddress, challenge: 'none' }),
  'POST /sessions/fresh-code': () => ({ challenge: 'none' }),
  'POST /customer/account/info': () => ({
    version: 1,
    customer: {
      emailAddress: 'new@example.com',
      phoneNumber: '6145550101',
      PIN: '1357',
      notificationPreference: 'Text & Email',
    },
    customerAddress: [address],
    consents: agreed('texts'),
  }),
  'POST /customer/account/autopay': ({ methodId }) => ({
    paymentMethodID: methodId,
    consents: agreed('autopay'),
  }),
  'POST /customer/account/ebill': () => ({ consents: agreed('paperless') }),
  'POST /hash/transafe/frame': () => frameBody(portal),
  'POST /payments/recurring-payments': saving,
  'POST /payments/make-recurring-payment-chase': saving,
  'POST /payments/make-payment': (_, seenBalance) => ({ payment_date: '2026-11-24', seenBalance }),
  'POST /payments/planned/change': () => ({}),
  'POST /logger/log': () => ({ error: 'TypeError' }),
};

/** Optional fields that no complete call has: each is for some payments only, and has tests of its own. */
const otherwiseTested = [
  'POST /payments/make-payment consent',
  'POST /payments/make-payment consents',
  'POST /payments/planned/change consents',
];

/** The consent to texts came without the preference that turns them on. */
const surplusConsent = {
  status: 400,
  body: { errors: [{ field: 'consents.0.kind', code: 'unexpected' }] },
};

/** What a call answers without a field, where it is not the answer of the complete call. */
const differs: Readonly<Record<string, { readonly status: number; readonly body: object }>> = {
  'POST /customer/account/autopay paymentMethodID': {
    status: 400,
    body: { errors: [{ field: 'paymentMethodID', code: 'required' }] },
  },
  'POST /customer/account/autopay consents': { status: 200, body: { statusCode: '07' } },
  'POST /customer/account/info customer': surplusConsent,
  'POST /customer/account/info customer.notificationPreference': surplusConsent,
  'POST /customer/account/info consents': {
    status: 200,
    body: { StatusCode: '01', errors: [{ field: 'consents', code: 'required' }] },
  },
};

/** Returns the paths of the optional fields of a schema: `customer.phoneNumber`. */
function optionalPaths(schema: z.core.JSONSchema.BaseSchema, prefix = ''): string[] {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, inner]) => [
      ...(required.includes(name) ? [] : [prefix + name]),
      ...(typeof inner === 'object' ? optionalPaths(inner, `${prefix}${name}.`) : []),
    ]),
  );
}

const pathsOf = ({ query, body }: Endpoint) =>
  [query, body].flatMap((schema) =>
    schema ? optionalPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
  );

/** Returns the fields without the one at a path. */
function without(fields: Fields, path: string): Fields {
  const [name = '', ...rest] = path.split('.');
  const { [name]: inner, ...others } = fields;
  return rest.length === 0 ? others : { ...others, [name]: without(inner as Fields, rest.join('.')) };
}

/** Sends the complete call of a new owner without the fields at some paths; what its answer says of success. */
async function answerWithout(call: Endpoint, paths: readonly string[]) {
  const { login, ids } = await buildOwner(portal);
  const { query, body } = inputOf(call, ids);
  const token = await portal.signIn(login.emailAddress);
  const [{ amountDue }] = (await portal.get('/accounts', {}, token)).json();
  const complete = { ...((body ?? query) as Fields), ...optionalFields[nameOf(call)]?.(ids, amountDue) };
  const left = paths.reduce(without, complete);
  const request = call.body ? { query, body: left } : { query: left };
  const response = await portal.inject(requestOf(call, request, token));
  return { status: response.statusCode, body: response.json() };
}

const verdict = ({ status, body }: Awaited<ReturnType<typeof answerWithout>>) => {
  const { code, errors, statusCode, StatusCode } = body;
  return { status, code, errors, statusCode, StatusCode };
};

const withOptional = contract.filter((call) => pathsOf(call).length > 0);
const left = withOptional.flatMap((call) =>
  pathsOf(call)
    .map((path) => [`${nameOf(call)} ${path}`, call, path] as const)
    .filter(([name]) => !otherwiseTested.includes(name)),
);

test('the table has every call with an optional field, and each of its fields', () => {
  const ids = {} as Ids;
  expect(Object.keys(optionalFields).sort()).toEqual(withOptional.map(nameOf).sort());
  for (const [name, call, path] of left) {
    const given = path
      .split('.')
      .reduce<unknown>((value, part) => (value as Fields)[part], optionalFields[nameOf(call)]?.(ids, 1));
    // What an owner's id is comes later.
    if (!/paymentMethodID|account_num/.test(path)) expect(given, name).not.toBeUndefined();
  }
});

test.each(withOptional.map((call) => [nameOf(call), call] as const))(
  '[API-25] %s with every optional field succeeds',
  async (name, call) => {
    const { status, body } = await answerWithout(call, []);
    const expected = name === 'POST /login/otp/validate' ? 400 : (rowOf(call).status ?? 200);
    expect(status, JSON.stringify(body)).toBe(expected);
    expect(body.StatusCode ?? body.statusCode ?? '00', JSON.stringify(body)).toBe('00');
  },
);

test.each(left)('[API-25] %s left out', async (name, call, path) => {
  const answer = await answerWithout(call, [path]);
  if (differs[name]) expect(answer).toMatchObject(differs[name]);
  else expect(verdict(answer)).toEqual(verdict(await answerWithout(call, [])));
});

const bare = withOptional.filter((call) => !Object.keys(differs).some((key) => key.startsWith(nameOf(call))));
test.each(bare.map((call) => [nameOf(call), call] as const))(
  '[API-25] %s with none of them',
  async (_, call) => {
    const names = pathsOf(call).filter((path) => !path.includes('.'));
    const answer = await answerWithout(call, names);
    expect(verdict(answer)).toEqual(verdict(await answerWithout(call, [])));
  },
);
