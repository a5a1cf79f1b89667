import type { Endpoint } from '@myaccount/contract/endpoint';
import type { invoicesDownload } from '@myaccount/contract/invoices';
import type { payments } from '@myaccount/contract/payments';
import { beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { ana, sessionOf } from '../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { changeConfig } from '../testing/web-config.ts';
import { ApiProblem } from './api-problem.ts';
import { call, download } from './client.ts';
import { currentSession, onSessionEnded, openSession } from './session.ts';

const server = startFakeServer();
beforeEach(() => {
  openSession(sessionOf(ana));
});

interface RemoveNote extends Endpoint {
  readonly method: 'DELETE';
  readonly path: '/notes/note';
  readonly query: z.ZodObject<{ id: z.ZodString }>;
  readonly body?: never;
  readonly reply: z.ZodObject<{ text: z.ZodString }>;
}
interface ReplaceNote extends Omit<RemoveNote, 'method' | 'body'> {
  readonly method: 'PUT';
  readonly body: z.ZodObject<{ text: z.ZodString }>;
}

const html = { 'content-type': 'text/html' };
const page = { billing_account_id: 'billing-1', page_number: 2 };

/** The problem that a call ends with. */
async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
}

test('[LOGIN-7] carries the session, a correlation id and the language of the page', async () => {
  document.documentElement.lang = 'es';
  server.answer('GET /payments', { body: { totalCount: 0, totalPages: 0, result: [] } });
  const reply = await call<typeof payments>('GET /payments', { query: page });
  expect(reply.totalCount).toBe(0);
  const request = server.requestsOf('GET /payments').at(-1);
  expect(request?.headers.authorization).toBe('Bearer token-of-login-ana');
  expect(request?.headers['x-correlation-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(request?.headers['accept-language']).toBe('es');
  expect(String(request?.query)).toBe('billing_account_id=billing-1&page_number=2');
});

test('sends a body as JSON only where the contract declares one, and extra headers', async () => {
  server.answer('PUT /notes/note', { body: { text: 'new' } });
  server.answer('DELETE /notes/note', { body: { text: 'old' } });
  const note = { query: { id: '1' }, body: { text: 'new' }, headers: { 'Idempotency-Key': 'once' } };
  expect(await call<ReplaceNote>('PUT /notes/note', note)).toEqual({ text: 'new' });
  expect(await call<RemoveNote>('DELETE /notes/note', { query: { id: '1' } })).toEqual({ text: 'old' });
  const [put] = server.requestsOf('PUT /notes/note');
  expect(put?.body).toEqual({ text: 'new' });
  expect(put?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'once' });
  const [removal] = server.requestsOf('DELETE /notes/note');
  expect(removal?.query.get('id')).toBe('1');
  expect(removal?.body).toBeUndefined();
  expect(removal?.headers['content-type']).toBeUndefined();
});

test('tells a refusal with code, fields, reference and waiting time', async () => {
  const errors = [{ field: 'amount', code: 'decimals' }];
  server.answer('GET /payments', {
    ...problemAnswer(429, 'request.too-many', { errors, detail: 'slow down' }),
    headers: { 'retry-after': '30' },
  });
  const problem = await problemOf(call<typeof payments>('GET /payments', { query: page }));
  expect(problem).toMatchObject({
    status: 429,
    code: 'request.too-many',
    errors,
    detail: 'slow down',
    correlationId: 'test-correlation-1',
    retryAfterSeconds: 30,
    isUncertain: false,
  });
});

test.each([
  ['without an answer', { isLost: true }, { status: 0, code: 'network' }],
  ['answered by something else', { status: 502, headers: html }, { status: 502, code: 'server.error' }],
  ['whose answer cannot be read', { headers: html }, { status: 0, code: 'network' }],
])('%s is a problem that leaves open what happened', async (_how, answer, expected) => {
  server.answer('GET /payments', answer);
  const problem = await problemOf(call<typeof payments>('GET /payments', { query: page }));
  expect(problem).toMatchObject({ ...expected, isUncertain: true });
  expect(problem.correlationId).toMatch(/^[0-9a-f]{32}$/);
});

test('[LOGIN-7] that is refused with 401 signs out and says so once', async () => {
  const ended = vi.fn();
  onSessionEnded(ended);
  server.answer('GET /payments', problemAnswer(401, 'request.unauthorized'));
  const calls = [1, 2, 3].map(() => problemOf(call<typeof payments>('GET /payments', { query: page })));
  for (const problem of await Promise.all(calls)) expect(problem.status).toBe(401);
  expect(currentSession()).toBeUndefined();
  expect(ended).toHaveBeenCalledTimes(1);
});

test('[CONFIG-2] may be ended by the operator’s time-out', async () => {
  changeConfig({ flags: { requestTimeoutEnabled: true }, limits: { requestTimeoutMs: 0 } });
  const problem = await problemOf(call<typeof payments>('GET /payments', { query: page }));
  expect(problem.code).toBe('network');
});

test('for a file gives its bytes', async () => {
  server.answer('GET /invoices/download', { headers: { 'content-type': 'application/pdf' }, body: 'pdf' });
  const file = await download<typeof invoicesDownload>('GET /invoices/download', {
    query: { invoice_id: 'invoice-1' },
  });
  expect(file.size).toBeGreaterThan(0);
});
