import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limitRanges } from './limits.ts';
import { email, text } from './text.ts';

/** Longer than any code (`limitRanges.codeDigits`): text that is no code is refused like a wrong code. */
const maximumCodeLength = 4 * limitRanges.codeDigits.maximum;

/** Longer than any challenge or link token that the server issues. */
const maximumTokenLength = 128;

/** Claims of the id_token. */
export const user = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  name: z.string().nullable(),
  nickname: z.string().nullable(),
  picture: z.string().nullable(),
  accounts: z.array(
    z.object({
      account_id: z.string(),
      customer_id: z.string(),
      /** Missing in a session that the release before opened. */
      billing_account_id: z.string().optional(),
    }),
  ),
});
export type User = z.infer<typeof user>;

/** What a sign-in mail contains. */
export const loginMethods = ['code', 'link'] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** Names one browser's sign-in in progress. The page keeps it and sends it with the code or the link's token. */
export const challenge = text(maximumTokenLength);

/** A mailed code as it was typed. */
export const otp = text(maximumCodeLength);

export const sendCode = endpoint({
  operationId: 'sendCode',
  feature: 'login',
  method: 'POST',
  path: '/login/otp/send',
  summary:
    'Mails a sign-in code or link. With the challenge of an earlier call, the earlier code stops working. A repetition within seconds mails nothing and says until when the code sent before is valid.',
  requirement: 'API-24',
  isPublic: true,
  body: z.strictObject({ email, challenge: challenge.optional() }),
  reply: z.object({
    status: z.literal(200),
    /** Left out during the pause after a code: the browser that requested it has its challenge. */
    challenge: z.string().optional(),
    expiresAt: z.iso.datetime(),
    /** What was mailed. */
    method: z.enum(loginMethods),
  }),
  problems: ['login.unknown-email', 'login.too-many-codes', 'login.mail-unavailable'],
});

const signedIn = z.object({
  status: z.literal(200),
  id_token: z.string(),
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
});

export const validateCode = endpoint({
  operationId: 'validateCode',
  feature: 'login',
  method: 'POST',
  path: '/login/otp/validate',
  summary: 'Exchanges the mailed code for a session.',
  requirement: 'API-24',
  isPublic: true,
  body: z.strictObject({ email, otp, challenge: challenge.optional() }),
  reply: signedIn,
  problems: ['login.invalid-code', 'login.expired-code', 'login.too-many-tries'],
});

export const validateLink = endpoint({
  operationId: 'validateLink',
  feature: 'login',
  method: 'POST',
  path: '/login/link/validate',
  summary: 'Exchanges the token of a mailed link for a session, in the browser that requested the link.',
  requirement: 'SIGNIN-3',
  isPublic: true,
  body: z.strictObject({ token: text(maximumTokenLength), challenge }),
  reply: signedIn,
  problems: ['login.invalid-link', 'login.too-many-tries'],
});

export const logout = endpoint({
  operationId: 'logout',
  feature: 'login',
  method: 'GET',
  path: '/login/otp/logout',
  summary: 'Ends the session of the access token at once, on every server.',
  requirement: 'LOGIN-10',
  reply: z.object({ status: z.literal(200) }),
  problems: [],
});
