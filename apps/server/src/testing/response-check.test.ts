import { apiPath, endpoint } from '@myaccount/contract/endpoint';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Endpoints } from '../platform/http/endpoints.ts';
import { Refusal } from '../platform/http/problems.ts';
import { createBareServer } from './bare-server.ts';
import { startTestPortal } from './portal.ts';
import { ResponseCheck } from './response-check.ts';

const common = { feature: 'audit', requirement: 'API-26', method: 'GET', isPublic: true } as const;
const readNote = endpoint({
  ...common,
  operationId: 'readNote',
  path: '/notes/note',
  summary: 'A note.',
  reply: z.object({ text: z.string(), day: z.iso.date().optional() }),
  problems: ['request.too-many'],
});
const downloadNote = endpoint({
  ...common,
  operationId: 'downloadNote',
  path: '/notes/download',
  summary: 'A note as PDF.',
  file: 'application/pdf',
  problems: [],
});

type Change = (reply: FastifyReply, body: string) => string;
const keep: Change = (_, body) => body;

/** Calls a server that refuses as told and whose responses are changed before they are compared. */
async function call(path: string, change: Change, refusal?: Refusal): Promise<ResponseCheck> {
  const app = await createBareServer();
  const endpoints = new Endpoints(app, async () => undefined);
  endpoints.open(readNote, async () => {
    if (refusal) throw refusal;
    return { text: 'hello' };
  });
  endpoints.open(downloadNote, async ({ reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="note.pdf"');
    return Buffer.from('%PDF');
  });
  app.addHook('onSend', (_, reply, body, done) => done(null, change(reply, body as string)));
  const check = new ResponseCheck(app);
  await app.inject({ url: `${apiPath}${path}` });
  await app.close();
  return check;
}

const without =
  (header: string): Change =>
  (reply, body) => {
    reply.removeHeader(header);
    return body;
  };
const having =
  (header: string, value: string): Change =>
  (reply, body) => {
    reply.header(header, value);
    return body;
  };

test.each<[string, string, Change, Refusal | undefined, string]>([
  ['a property too many', '/notes/note', () => '{"text":"a","more":1}', undefined, 'additional properties'],
  ['a property too few', '/notes/note', () => '{}', undefined, "required property 'text'"],
  ['no JSON', '/notes/note', () => 'hello', undefined, 'is not valid JSON'],
  ['a wrong type', '/notes/note', () => '{"text":1}', undefined, '/text must be string'],
  ['a wrong format', '/notes/note', () => '{"text":"a","day":"2026-13-01"}', undefined, '/day must match'],
  ['a wrong media type', '/notes/note', having('content-type', 'text/html'), undefined, 'text/html is not'],
  [
    'a wrong file type',
    '/notes/download',
    having('content-type', 'image/png'),
    undefined,
    'image/png is not',
  ],
  [
    'a file without name',
    '/notes/download',
    without('content-disposition'),
    undefined,
    'Content-Disposition',
  ],
  ['no correlation id', '/notes/note', without('x-correlation-id'), undefined, 'X-Correlation-Id is missing'],
  ['a cacheable reply', '/notes/note', having('cache-control', 'public'), undefined, 'Cache-Control'],
  ['a status that is not declared', '/notes/note', keep, new Refusal('payments.declined'), 'answered 402'],
  ['a code that is not declared', '/notes/note', keep, new Refusal('login.invalid-code'), '/code must be'],
  ['no Retry-After', '/notes/note', keep, new Refusal('request.too-many'), 'Retry-After is missing'],
  [
    'a malformed Retry-After',
    '/notes/note',
    having('retry-after', 'soon'),
    new Refusal('request.too-many'),
    'Retry-After',
  ],
  ['a problem of an unknown call', '/notes/other', () => '{"status":404}', undefined, 'required property'],
])('[CONTRACT-1] %s is reported', async (_what, path, change, refusal, message) => {
  const check = await call(path, change, refusal);
  expect(() => check.expectNoDifference()).toThrow(message);
});

test('[CONTRACT-1] a test portal reports a response that its document lacks: at once, or when it closes', async () => {
  const portal = await startTestPortal();
  const document = portal.app.server.swagger() as { paths: Record<string, { get: { responses: object } }> };
  // Other servers of this process have the same paths.
  document.paths = { ...document.paths, [`${apiPath}/invoices/all`]: { get: { responses: {} } } };
  await expect(portal.get('/invoices/all')).rejects.toThrow('answered 401: a status that is not described');
  await expect(portal.inject({ url: `${apiPath}/payments` })).resolves.toMatchObject({ statusCode: 401 });
  await portal.app.server.inject({ url: `${apiPath}/invoices/all` });
  await expect(portal.close()).rejects.toThrow('answered 401: a status that is not described');
});
