import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Inbox } from '../inbox/inbox.store.ts';
import { sameSecret } from '../same-secret.ts';
import { codeMail } from './code-mail.ts';
import type { MailedCodes } from './identity.store.ts';
import { identityFaultOf } from './identity-faults.ts';
import { registerTokens, type TokenContext } from './identity-tokens.routes.ts';

type Fields = Readonly<Record<string, unknown>>;

interface IdentityContext extends FaultContext, TokenContext {
  readonly codes: MailedCodes;
  readonly inbox: Inbox;
  readonly codesPerHour: number;
}

const codeDigits = 6;
const codeSeconds = 300;
const hourMs = 3_600_000;
/** Wrong tries after which a code works no more. */
const triesPerCode = 3;
const otpGrant = 'http://auth0.com/oauth/grant-type/passwordless/otp';
const down = { error: 'temporarily_unavailable', error_description: 'The service is down' };
const busySeconds = 90;

/** Auth0: passwordless codes by mail, their exchange, user-info, keys, and logout. */
export function registerIdentity(app: FastifyInstance, context: IdentityContext): void {
  registerResponseFaults(app, 'auth0', context, down);
  const tokens = registerTokens(app, context);
  registerStart(app, context);

  app.post('/oauth/token', async (request, reply) => {
    if (!isClient(request, context)) return invalidClient(reply);
    const { grant_type: grant, realm, username, otp, scope } = fieldsOf(request);
    if (grant !== otpGrant) return refuse(reply, 403, 'unauthorized_client', 'Grant type not allowed');
    if (realm !== 'email') return refuse(reply, 400, 'invalid_request', 'unknown realm');
    const email = String(username).toLowerCase();
    const fault = identityFaultOf(email);
    if (fault === 'auth0-busy') return busy(reply, context);
    const problem = checkCode(context, email, String(otp));
    if (problem) return refuse(reply, 403, 'invalid_grant', problem);
    if (fault === 'auth0-blocked') return refuse(reply, 403, 'unauthorized', 'user is blocked');
    if (fault === 'auth0-garbled') return reply.type('text/html').send('<h1>It works</h1>');
    return tokens.issue(request, email, String(scope ?? ''));
  });
}

function registerStart(app: FastifyInstance, context: IdentityContext): void {
  app.post('/passwordless/start', async (request, reply) => {
    if (!isClient(request, context)) return invalidClient(reply);
    const problem = startProblem(fieldsOf(request));
    if (problem) return refuse(reply, 400, ...problem);
    const email = String(fieldsOf(request).email).toLowerCase();
    if (identityFaultOf(email) === 'auth0-busy') return busy(reply, context);
    const client = String(request.headers['auth0-forwarded-for'] ?? request.ip);
    if (!countsWithinLimit(reply, client, context))
      return refuse(reply, 429, 'too_many_requests', 'Global limit has been reached');
    mailCode(context, { email, client, language: String(request.headers['x-request-language'] ?? 'en') });
    return { _id: randomBytes(12).toString('hex'), email, email_verified: false };
  });
}

/** Returns error and description of a start that cannot be carried out. */
function startProblem({ connection, email, send }: Fields): [string, string] | undefined {
  if (connection !== 'email') return ['bad.connection', 'Connection does not exist'];
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
    return ['bad.email', 'email is not an address'];
  if (send !== 'code') return ['invalid_request', 'the sandbox sends codes only'];
  return identityFaultOf(email) === 'auth0-unknown'
    ? ['bad.connection', 'Public signup is disabled']
    : undefined;
}

/** Returns whether a client may request one more code in this hour, and says so in the headers. */
function countsWithinLimit(
  reply: FastifyReply,
  client: string,
  { codes, clock, codesPerHour }: IdentityContext,
): boolean {
  const now = clock.now().getTime();
  const recent = codes.list({ client, at: { after: new Date(now - hourMs).toISOString() } });
  const [first] = recent.map(({ at }) => at).sort();
  const resetsAt = (first ? Date.parse(first) : now) + hourMs;
  reply.header('x-ratelimit-limit', codesPerHour);
  reply.header('x-ratelimit-remaining', Math.max(0, codesPerHour - recent.length - 1));
  reply.header('x-ratelimit-reset', Math.ceil(resetsAt / 1_000));
  return recent.length < codesPerHour;
}

function mailCode(
  { codes, inbox, clock }: IdentityContext,
  request: { email: string; client: string; language: string },
): void {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + codeSeconds * 1_000).toISOString();
  const mailed = { ...request, code, at: now.toISOString(), expiresAt };
  codes.insert(mailed);
  inbox.insert(codeMail(mailed));
}

/** Takes a code: the latest one, once, within its time and three tries. Returns the service's description of a problem. */
function checkCode({ codes, clock }: IdentityContext, email: string, otp: string): string | undefined {
  const wrong = 'Wrong email or verification code.';
  const latest = codes.find({ email });
  if (!latest || latest.usedAt !== null) return wrong;
  if (latest.tries >= triesPerCode)
    return "You've reached the maximum number of attempts. Please try to login again.";
  const at = clock.now().toISOString();
  if (latest.expiresAt <= at) return 'The verification code has expired. Please try to login again.';
  if (latest.code === otp)
    return codes.update({ number: latest.number, usedAt: null }, { usedAt: at }) === 1 ? undefined : wrong;
  codes.update({ number: latest.number }, { tries: latest.tries + 1 });
  return wrong;
}

function fieldsOf(request: FastifyRequest): Fields {
  return (request.body ?? {}) as Fields;
}

function isClient(request: FastifyRequest, { credentials }: IdentityContext): boolean {
  const { client_id: id, client_secret: secret } = fieldsOf(request);
  const isRightId = sameSecret(String(id), credentials.AUTH0_CLIENT_ID);
  return sameSecret(String(secret), credentials.AUTH0_CLIENT_SECRET) && isRightId;
}

function invalidClient(reply: FastifyReply): FastifyReply {
  return refuse(reply, 401, 'invalid_client', 'Unauthorized');
}

function busy(reply: FastifyReply, { clock }: IdentityContext): FastifyReply {
  reply.header('x-ratelimit-reset', Math.ceil(clock.now().getTime() / 1_000) + busySeconds);
  return refuse(reply, 429, 'too_many_requests', 'Too many requests');
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description });
}
