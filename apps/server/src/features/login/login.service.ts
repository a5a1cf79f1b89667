import { recordAudit } from '../../platform/audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { networkOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { IdTokens } from '../../platform/id-token.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { type OpenedSession, openSession } from '../sessions/sessions.service.ts';
import {
  consumeCode,
  countAttempt,
  findLogin,
  getUser,
  type Login,
  replaceCode,
} from './login.repository.ts';
import { generateCode, isCode, normalizedEmail } from './login.rules.ts';

/** What the login services work with. */
export interface LoginContext {
  readonly portal: Portal;
  readonly idTokens: IdTokens;
  readonly limits: LoginLimitSet;
  /** Sends a message at once instead of in the outbox's next round. */
  readonly deliver: (messageId: string) => Promise<void>;
}

/** Rate limits of signing in. */
export interface LoginLimitSet {
  readonly codesPerClient: Limit;
  readonly codesPerAddress: Limit;
  readonly pauseBetweenCodes: Limit;
  readonly attemptsPerClient: Limit;
  /** Exceeding it refuses nobody but raises an alarm in the log. */
  readonly codesOverall: Limit;
}

/** Result of a successful sign-in: the session and the signed claims. */
export interface LoginResult extends OpenedSession {
  readonly idToken: string;
}

/**
 * Mails a code, which replaces the previous one. Throws unknown-email for an address without an account. If the
 * operator hides unknown addresses, it returns normally and sends nothing.
 */
export async function sendCode(context: LoginContext, emailAddress: string, client: Client): Promise<void> {
  const { portal, limits } = context;
  const address = normalizedEmail(emailAddress);
  await limits.codesPerClient.consume(networkOf(client.address));
  await limits.pauseBetweenCodes.consume(address);
  await limits.codesPerAddress.consume(address);
  await raiseAlarm(context);
  const login = await findLogin(portal.db, address);
  if (login) {
    const messageId = await writeCode(portal, login, client);
    if (messageId) void context.deliver(messageId);
    return;
  }
  await recordFailure(portal, undefined, client, 'unknown-email');
  if (portal.config.login.revealUnknownEmail) {
    throw new Refusal('login.unknown-email', { errors: [{ field: 'email', code: 'unknown' }] });
  }
}

/** Logs an alarm when unusually many codes are requested: somebody may be guessing across addresses. */
async function raiseAlarm({ portal, limits }: LoginContext): Promise<void> {
  try {
    await limits.codesOverall.consume('all');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    portal.log.error({ alarm: 'login.codes' }, 'unusually many sign-in codes requested');
  }
}

async function writeCode(portal: Portal, login: Login, client: Client): Promise<string | undefined> {
  const { limits } = portal.config;
  const code = generateCode(limits.codeDigits);
  const sentAt = portal.clock.now();
  const expiresAt = new Date(sentAt.getTime() + limits.codeSeconds * 1_000);
  const codeHmac = portal.secrets.hmac(`${login.id}:${code}`);
  return await portal.db.transaction().execute(async (trx) => {
    await replaceCode(trx, {
      loginId: login.id,
      codeHmac,
      keyId: portal.secrets.currentKeyId,
      sentAt,
      expiresAt,
    });
    return await queueMail(trx, portal, {
      eventKey: `login-code:${login.id}:${sentAt.toISOString()}`,
      accountId: null,
      recipient: login.emailAddress,
      template: 'login-code',
      language: login.language,
      payload: { code, sentAt: sentAt.toISOString(), minutes: Math.floor(limits.codeSeconds / 60) },
      isSecret: true,
      uselessAfter: expiresAt,
      correlationId: client.correlationId,
    });
  });
}

/** Exchanges a valid code for a session, once. Throws the same refusal for every wrong, expired or used code. */
export async function validateCode(
  context: LoginContext,
  input: { emailAddress: string; code: string },
  client: Client,
): Promise<LoginResult> {
  const { portal, limits } = context;
  await limits.attemptsPerClient.consume(networkOf(client.address));
  const login = await findLogin(portal.db, normalizedEmail(input.emailAddress));
  const codeHmac = await codeHmacToCheck(portal, login, input.code);
  const session = login && codeHmac && (await openLoginSession(portal, { login, codeHmac, client }));
  if (!session) throw await refuseCode(portal, login, client);
  portal.metricCounter.count('login.success', portal.clock.now());
  const user = await getUser(portal.db, login.id);
  const expiresInSeconds = session.expiresInSeconds;
  const idToken = await context.idTokens.sign(user, { issuedAt: portal.clock.now(), expiresInSeconds });
  return { ...session, idToken };
}

/** Counts the attempt, then returns the code's hash; undefined if no attempt is left or the text is not a code. */
async function codeHmacToCheck(
  portal: Portal,
  login: Login | undefined,
  code: string,
): Promise<Buffer | undefined> {
  const { config, secrets } = portal;
  if (!login) return undefined;
  const counter = await countAttempt(portal.db, login.id);
  if (!counter || counter.attempts > config.login.triesPerCode) return undefined;
  return isCode(code, config.limits.codeDigits)
    ? secrets.hmac(`${login.id}:${code}`, counter.keyId)
    : undefined;
}

async function openLoginSession(
  portal: Portal,
  { login, codeHmac, client }: { login: Login; codeHmac: Buffer; client: Client },
): Promise<OpenedSession | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    if (!(await consumeCode(trx, login.id, codeHmac, now))) return undefined;
    const session = await openSession(trx, portal, login.id, client);
    await recordAudit(trx, {
      at: now,
      accountId: null,
      actor: `login:${login.id}`,
      action: 'login.succeeded',
      client,
    });
    return session;
  });
}

async function refuseCode(portal: Portal, login: Login | undefined, client: Client): Promise<Refusal> {
  portal.metricCounter.count('login.failure', portal.clock.now());
  await recordFailure(portal, login, client, 'invalid-code');
  portal.log.info({ loginId: login?.id, correlationId: client.correlationId }, 'sign-in failed');
  return new Refusal('login.invalid-code', { errors: [{ field: 'otp', code: 'invalid' }] });
}

/** Writes a failed sign-in to the audit trail. The address that was typed is not kept: it may be a password. */
async function recordFailure(
  portal: Portal,
  login: Login | undefined,
  client: Client,
  reason: 'unknown-email' | 'invalid-code',
): Promise<void> {
  const actor = login ? `login:${login.id}` : 'unknown';
  const at = portal.clock.now();
  const entry = { at, accountId: null, actor, action: 'login.failed', detail: { reason }, client };
  await recordAudit(portal.db, entry);
}
