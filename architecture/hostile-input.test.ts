import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { startTestPortal } from '../apps/server/src/testing/portal.ts';
import { contract } from './contract.ts';
import { buildOwner, type Ids } from './endpoint-ids.ts';
import { inputOf, nameOf, requestOf } from './endpoint-rows.ts';

let token: string;
let ids: Ids;
const portal = forFile(() =>
  startTestPortal({ LOGIN_CODES_PER_CLIENT: '100000', LOGIN_TRIES_PER_CLIENT: '100000' }),
);
beforeAll(async () => {
  const own = await buildOwner(portal);
  ids = own.ids;
  token = await portal.signIn(own.login.emailAddress);
});

function call(endpoint: Endpoint, input: { query: Record<string, unknown>; body?: unknown }) {
  return portal.inject(requestOf(endpoint, input, token));
}

/** Whatever is wrong with the token of a link, the answer is this one, so that nobody learns what. */
const invalidToken = { statusCode: '01', statusDescription: 'Invalid Token' };

const refusals = [400, 402, 404, 409, 413, 429];

function expectRefusal(response: LightMyRequestResponse, what: string): void {
  const problem = response.json();
  if (/ Token=/.test(what) && response.statusCode === 200) {
    expect(problem, what).toEqual(invalidToken);
    return;
  }
  // Text that an outside service has to judge: these tests start none.
  const isServiceAway = problem.code === 'payment-methods.service-unavailable';
  expect(isServiceAway ? [503] : refusals, `${what}: ${response.statusCode} ${response.body}`).toContain(
    response.statusCode,
  );
  expect(response.headers['content-type']).toContain('application/problem+json');
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

/** A value that looks hostile and is meant: the beginning of all time (API-24). */
const meant: Readonly<Record<string, string>> = { startTime: '0' };

/** Calls whose callers send a whole record; fields that we do not use are ignored (docs/decisions/03-contract.md). */
const wholeRecords = ['POST /customer/account/info'];

const withQuery = contract.filter((endpoint) => endpoint.query);
const withBody = contract.filter((endpoint) => endpoint.body);

describe('bad input gets a clear refusal and changes nothing', () => {
  test.each(withQuery.map((e) => [nameOf(e), e] as const))(
    '[API-25] query of %s: missing, hostile and doubled values',
    async (path, endpoint) => {
      for (const name of Object.keys(endpoint.query?.shape ?? {})) {
        const { query } = inputOf(endpoint, ids);
        const isPaging = name.startsWith('page_');
        for (const value of hostileTexts.filter((text) => text !== meant[name])) {
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

  test.each(withBody.map((e) => [nameOf(e), e] as const))(
    '[API-25] body of %s: missing, hostile and surplus values',
    async (path, endpoint) => {
      const { query, body = {} } = inputOf(endpoint, ids);
      const fields = Object.keys((endpoint.body as unknown as { shape: object }).shape);
      for (const field of fields) {
        for (const value of hostileValues) {
          const response = await call(endpoint, { query, body: { ...(body as object), [field]: value } });
          expect(response.statusCode, `${path} ${field}=${JSON.stringify(value)?.slice(0, 40)}`).toBeLessThan(
            500,
          );
        }
      }
      const surplus = await call(endpoint, { query, body: { ...(body as object), surprise: 1 } });
      if (wholeRecords.includes(path)) expect(surplus.statusCode, `${path} surplus`).toBe(200);
      else expectRefusal(surplus, `${path} surplus`);
      expectRefusal(await call(endpoint, { query, body: [] }), `${path} list`);
    },
  );

  test.each(withBody.map((e) => [nameOf(e), e] as const))(
    '[API-25] %s: malformed, oversized, and non-JSON bodies, and poisoned keys',
    async (_, { method, path }) => {
      const send = (payload: string | undefined, type = 'application/json') =>
        portal.inject({
          method,
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
        expect((await send(text)).statusCode, text.slice(0, 30)).toBe(400);
      }
      expect((await send(`{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
      expect((await send('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    },
  );
});
