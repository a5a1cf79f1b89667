import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './text.ts';

/** An open session of the caller's login. */
export const openSession = z.object({
  /** Names the session in these calls; nothing can be done with it but to end it. */
  id: z.string(),
  /** Product names, such as “Chrome” and “Windows”; null where the browser does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network that it was opened from: `203.0.113.x`. */
  network: z.string(),
  signedInAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.string(),
  /** True for the session that asks. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

const done = z.object({ status: z.literal(200) });

export const sessions = endpoint({
  operationId: 'sessions',
  feature: 'sessions',
  method: 'GET',
  path: '/sessions',
  summary: 'The open sessions of the caller’s login: this one first, then the one used last.',
  requirement: 'API-27',
  reply: z.array(openSession),
  problems: [],
});

export const endOneSession = endpoint({
  operationId: 'endOneSession',
  feature: 'sessions',
  method: 'POST',
  path: '/sessions/end',
  summary: 'Ends one open session of the caller’s login at once, on every server; also the one that asks.',
  requirement: 'API-27',
  body: z.strictObject({ id: opaqueId }),
  reply: done,
  problems: ['request.not-found'],
});

export const endAllSessions = endpoint({
  operationId: 'endAllSessions',
  feature: 'sessions',
  method: 'POST',
  path: '/sessions/end-all',
  summary: 'Ends every open session of the caller’s login at once, with the one that asks.',
  requirement: 'API-27',
  reply: done,
  problems: [],
});
