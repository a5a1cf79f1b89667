import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { startTestPortal } from '../apps/server/src/testing/portal.ts';
import { apiPath, problemsOf } from '../packages/contract/src/endpoint.ts';
import { contract } from './contract.ts';

interface Response {
  readonly headers: Record<string, unknown>;
  readonly content: Record<string, { schema: unknown }>;
}
interface Operation {
  readonly operationId: string;
  readonly security: unknown[];
  readonly parameters: { name: string; in: string; required?: boolean; schema: object; $ref?: string }[];
  readonly responses: Record<string, Response & { $ref?: string }>;
}
interface Document {
  readonly servers: unknown;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { responses: Record<string, Response>; schemas: Record<string, unknown> };
}

// Both rule sets refuse localhost as the public address.
const publicUrl = 'https://my.larkspur-fiber.test';
let document: Document;
const portal = forFile(() => startTestPortal({ PUBLIC_URL: publicUrl }));
beforeAll(async () => {
  document = (await portal.inject({ url: `${apiPath}/openapi.json` })).json();
});

/** Returns what redocly's recommended rules report, errors and warnings alike. */
async function lintWithRedocly(described: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(described), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Returns what spectral's recommended rules report, errors, warnings, and hints alike. */
async function lintWithSpectral(described: unknown): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[oas, 'recommended']] } as never);
  const problems = await linter.run(JSON.stringify(described));
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

describe.each([
  ['redocly', lintWithRedocly],
  ['spectral', lintWithSpectral],
])('the recommended rules of %s', (_name, lint) => {
  test('[API-26, CONTRACT-1] find nothing in the document', async () => {
    expect(await lint(document)).toEqual([]);
  });
});

function operation(path: string, method: string): Operation {
  return document.paths[`${apiPath}${path}`]?.[method.toLowerCase()] as Operation;
}

function responsesOf({ responses }: Operation): [string, Response][] {
  return Object.entries(responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1);
    return [status, name ? (document.components.responses[name] as Response) : response];
  });
}

test('[API-26, CONTRACT-1] the document names where the portal is', () => {
  expect(document.servers).toEqual([{ url: publicUrl, description: 'This portal.' }]);
});

describe.each(contract.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  test('[API-26, CONTRACT-1] has its name, its media type, and exactly its problem codes', () => {
    const described = operation(call.path, call.method);
    expect(described.operationId).toBe(call.operationId);
    expect(described.security).toEqual(call.isPublic ? [] : [{ session: [] }]);
    const success = described.responses[call.status ?? 200];
    expect(Object.keys(success?.content ?? {})).toEqual([call.file ?? 'application/json']);
    const codes = responsesOf(described).flatMap(([, { content }]) => codesOf(content));
    expect(codes.sort()).toEqual([...problemsOf(call)].sort());
  });

  test('[API-26, CONTRACT-1] has its parameters and headers', () => {
    const described = operation(call.path, call.method);
    const [correlationId, ...rest] = described.parameters;
    expect(correlationId).toEqual({ $ref: '#/components/parameters/CorrelationId' });
    const names = [call.headers, call.query].flatMap((object) => Object.keys(object?.shape ?? {}));
    expect(rest.map(({ name }) => name)).toEqual(names);
    for (const [status, { headers }] of responsesOf(described)) {
      expect(headers, status).toHaveProperty('X-Correlation-Id');
      expect('Retry-After' in headers, status).toBe(['409', '429', '503'].includes(status));
      expect('WWW-Authenticate' in headers, status).toBe(status === '401');
    }
  });
});

test('[API-7] bills alone may stay in the browser’s cache and answer 304', () => {
  const revalidated = contract.filter(({ path, method }) => '304' in operation(path, method).responses);
  expect(revalidated.map(({ path }) => path)).toEqual(['/invoices/download']);
  const cached = contract.filter(({ path, method }) =>
    JSON.stringify(operation(path, method)).includes('PrivateCache'),
  );
  expect(cached).toEqual(revalidated);
});

function codesOf(content: Response['content']): string[] {
  const schema = content['application/problem+json']?.schema as
    | { allOf: [unknown, { properties: { code: { enum: string[] } } }] }
    | undefined;
  return schema?.allOf[1].properties.code.enum ?? [];
}

test('[API-26, CONTRACT-1] callers read which values a parameter takes', () => {
  const parameter = (path: string, method: string, wanted: string) =>
    operation(path, method).parameters.find(({ name }) => name === wanted);
  expect(parameter('/payments/make-payment', 'POST', 'Idempotency-Key')).toMatchObject({
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  });
  expect(parameter('/invoices/all', 'GET', 'page_number')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  });
  expect(parameter('/invoices/all', 'GET', 'billing_account_id')).toMatchObject({
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  });
});

test('[API-26, CONTRACT-1] no schema allows just anything', () => {
  const empty: string[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const isSchema = /\/(schema|items|properties\/[^/]+)$/.test(path);
    if (isSchema && Object.keys(value).length === 0) empty.push(path);
    for (const [name, part] of Object.entries(value)) visit(part, `${path}/${name.replaceAll('/', '~1')}`);
  };
  visit(document, '');
  expect(empty).toEqual([]);
});
