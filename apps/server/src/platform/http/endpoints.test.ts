import { apiPath, endpoint } from '@myaccount/contract/endpoint';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBareServer, liveCaller } from '../../testing/bare-server.ts';
import { Endpoints } from './endpoints.ts';

const note = z.object({ text: z.string() });
const common = {
  feature: 'audit',
  path: '/notes/note',
  summary: 'A note.',
  requirement: 'API-25',
  problems: [],
} as const;
const query = z.object({ id: z.string() });
const readNote = endpoint({ ...common, operationId: 'readNote', method: 'GET', query, reply: note });
const replaceNote = endpoint({
  ...common,
  operationId: 'replaceNote',
  method: 'PUT',
  query,
  body: z.strictObject(note.shape),
  reply: note,
});
const removeNote = endpoint({ ...common, operationId: 'removeNote', method: 'DELETE', query, reply: note });
const removeBecause = endpoint({
  ...common,
  operationId: 'removeBecause',
  path: '/notes/because',
  method: 'DELETE',
  body: z.strictObject({ reason: z.string().min(1) }),
  reply: note,
});

const notes = new Map<string, string>();
const server = await createBareServer();
beforeAll(async () => {
  const endpoints = new Endpoints(server, async () => liveCaller);
  const textOf = (id: string) => ({ text: notes.get(id) ?? '' });
  endpoints.signedIn(readNote, async (call) => textOf(call.query.id));
  endpoints.signedIn(replaceNote, async (call) => {
    notes.set(call.query.id, call.body.text);
    return textOf(call.query.id);
  });
  endpoints.signedIn(removeNote, async (call) => {
    const removed = textOf(call.query.id);
    notes.delete(call.query.id);
    return removed;
  });
  endpoints.signedIn(removeBecause, async (call) => ({ text: call.body.reason }));
  await server.ready();
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, options: InjectOptions = {}) =>
  server.inject({
    method,
    url: `${apiPath}/notes/${path}`,
    ...options,
    headers: { authorization: 'Bearer t', ...options.headers },
  });

test.each([
  ['Bearer t', 200],
  ['bearer   t', 200],
  ['t', 401],
  ['Basic t', 401],
  ['Bearer', 401],
  ['Bearert', 401],
  ['Bearer t t', 401],
  [`Bearer ${'t'.repeat(513)}`, 401],
])('[ERROR-1] “Authorization: %s” answers %i', async (authorization, status) => {
  notes.set('1', 'one');
  const response = await send('GET', 'note?id=1', { headers: { authorization } });
  expect(response.statusCode).toBe(status);
});

describe('PUT', () => {
  test('replaces what it names with its JSON body', async () => {
    const replaced = await send('PUT', 'note?id=1', { headers: json, payload: '{"text":"first"}' });
    expect([replaced.statusCode, replaced.json()]).toEqual([200, { text: 'first' }]);
    expect((await send('GET', 'note?id=1')).json()).toEqual({ text: 'first' });
  });
});

describe('DELETE', () => {
  test('removes what its query names, without a body', async () => {
    notes.set('2', 'second');
    const removed = await send('DELETE', 'note?id=2');
    expect([removed.statusCode, removed.json()]).toEqual([200, { text: 'second' }]);
    expect(notes.has('2')).toBe(false);
  });

  test('refuses a body that the contract does not declare', async () => {
    notes.set('2', 'second');
    const refused = await send('DELETE', 'note?id=2', { headers: json, payload: '{"text":"second"}' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([{ field: 'body', code: 'unexpected' }]);
    expect(notes.get('2')).toBe('second');
  });

  test('takes and checks a body that the contract declares', async () => {
    const taken = await send('DELETE', 'because', { headers: json, payload: '{"reason":"moved"}' });
    expect([taken.statusCode, taken.json()]).toEqual([200, { text: 'moved' }]);
    const empty = await send('DELETE', 'because', { headers: json, payload: '{"reason":""}' });
    expect(empty.json().errors).toEqual([{ field: 'reason', code: 'required' }]);
    expect((await send('DELETE', 'because')).json().errors).toEqual([{ field: 'reason', code: 'required' }]);
  });
});

test('[CONTRACT-1] calls that reply alike each describe their reply', async () => {
  const { paths } = (await server.inject({ url: `${apiPath}/openapi.json` })).json();
  const operations = Object.values<Record<string, { responses: Record<string, unknown> }>>(paths).flatMap(
    (methods) => Object.values(methods),
  );
  expect(operations).toHaveLength(4);
  for (const { responses } of operations) {
    const content = { 'application/json': { schema: { properties: { text: { type: 'string' } } } } };
    expect(responses[200]).toMatchObject({ content });
  }
});

test('[API-26] the description names each method with its body', async () => {
  const { paths } = (await server.inject({ url: `${apiPath}/openapi.json` })).json();
  const described = paths[`${apiPath}/notes/note`];
  expect(Object.keys(described).sort()).toEqual(['delete', 'get', 'put']);
  expect(described.put.requestBody.content['application/json'].schema.required).toEqual(['text']);
  expect(described.delete.requestBody).toBeUndefined();
  const because = paths[`${apiPath}/notes/because`].delete;
  expect(because.requestBody.content['application/json'].schema.required).toEqual(['reason']);
});
