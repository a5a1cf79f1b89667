import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { challenge, otp } from './login.ts';

export const sendFreshCode = endpoint({
  operationId: 'sendFreshCode',
  feature: 'login',
  method: 'POST',
  path: '/sessions/fresh-code',
  summary:
    'Mails a code to the caller’s sign-in address, for a change that asks for one. With the challenge of an earlier call, the earlier code stops working.',
  requirement: 'SESSIONS-1',
  body: z.strictObject({ challenge: challenge.optional() }),
  reply: z.object({ challenge: z.string(), expiresAt: z.iso.datetime() }),
  problems: ['login.too-many-codes', 'login.too-many-tries', 'login.mail-unavailable'],
});

export const validateFreshCode = endpoint({
  operationId: 'validateFreshCode',
  feature: 'login',
  method: 'POST',
  path: '/sessions/fresh-code/validate',
  summary: 'Takes the mailed code: the same session counts as just signed in.',
  requirement: 'SESSIONS-1',
  body: z.strictObject({ challenge, otp }),
  reply: z.object({ status: z.literal(200) }),
  problems: ['login.invalid-code', 'login.expired-code', 'login.too-many-tries'],
});
