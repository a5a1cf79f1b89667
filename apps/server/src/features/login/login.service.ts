import { recordAudit } from '../../platform/audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { networkOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { IdTokens } from '../../platform/id-token.ts';
import { countEvent } from '../../platform/metric-counter.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { type OpenedSession, openSession } from '../sessions/sessions.service.ts';
import { consumeCode, countTry, findLogin, getUser, type Login, replaceCode } from './login.repository.ts';
import { drawCode, isCode, normalizedEmail } from './login.rules.ts';

/** What signing in needs besides the portal. */
export interface LoginParts {
  readonly portal: Portal;
  readonly idTokens: IdTokens;
  readonly limits: LoginLimitSet;
  /** Gets a message out at once instead of at the next round of the outbox. */
  readonly deliver: (messageId: string) => Promise<void>;
}

export interface LoginLimitSet {
  readonly codesPerClient: Limit;
  readonly codesPerAddress: Limit;
  readonly pauseBetweenCodes: Limit;
  readonly triesPerClient: Limit;
  /** Beyond it nobody is refused, but the log raises an alarm. */
  readonly codesOverall: Limit;
}

/** A user let in: the session and the signed claims. */
export interface SignedIn extends OpenedSession {
  readonly idToken: string;
}

/**
 * Mails a code, which replaces the one before. An address without an account is refused as unknown, or, where the
 * operator hides that, answered alike without a mail.
 */
export async function sendCode(parts: LoginParts, emailAddress: string, client: Client): Promise<void> {
  const { portal, limits } = parts;
  const address = normalizedEmail(emailAddress);
  await limits.codesPerClient.take(networkOf(client.address));
  await limits.pauseBetweenCodes.take(address);
  await limits.codesPerAddress.take(address);
  await raiseAlarm(parts);
  const login = await findLogin(portal.db, address);
  if (login) {
    const messageId = await writeCode(portal, login);
    if (messageId) void parts.deliver(messageId);
  } else if (portal.config.login.revealUnknownEmail) {
    throw new Refusal('login.unknown-email', { errors: [{ field: 'email', code: 'unknown' }] });
  }
}

/** Tells the operator when far more codes are asked for than usual: somebody may be guessing across addresses. */
async function raiseAlarm({ portal, limits }: LoginParts): Promise<void> {
  try {
    await limits.codesOverall.take('all');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    portal.log.error({ alarm: 'login.codes' }, 'unusually many sign-in codes are asked for');
  }
}

async function writeCode(portal: Portal, login: Login): Promise<string | undefined> {
  const { limits } = portal.config;
  const code = drawCode(limits.codeDigits);
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
      payload: { code, sentAt: sentAt.toISOString(), minutes: Math.ceil(limits.codeSeconds / 60) },
      isSecret: true,
      uselessAfter: expiresAt,
    });
  });
}

/** Exchanges a live code for a session, once. Every wrong, expired or used code is the same refusal. */
export async function validateCode(
  parts: LoginParts,
  input: { emailAddress: string; code: string },
  client: Client,
): Promise<SignedIn> {
  const { portal, limits } = parts;
  await limits.triesPerClient.take(networkOf(client.address));
  const login = await findLogin(portal.db, normalizedEmail(input.emailAddress));
  const codeHmac = await judgedHmac(portal, login, input.code);
  const session = login && codeHmac && (await letIn(portal, { login, codeHmac, client }));
  if (!session) throw await refuseCode(portal, login, client);
  const user = await getUser(portal.db, login.id);
  const expiresInSeconds = session.expiresInSeconds;
  const idToken = await parts.idTokens.sign(user, { issuedAt: portal.clock.now(), expiresInSeconds });
  return { ...session, idToken };
}

/** Hash of a try that may still be judged: it was counted first, and the tries are not used up. */
async function judgedHmac(
  portal: Portal,
  login: Login | undefined,
  code: string,
): Promise<Buffer | undefined> {
  const { config, secrets } = portal;
  if (!login) return undefined;
  const counted = await countTry(portal.db, login.id);
  if (!counted || counted.tries > config.login.triesPerCode) return undefined;
  return isCode(code, config.limits.codeDigits)
    ? secrets.hmac(`${login.id}:${code}`, counted.keyId)
    : undefined;
}

async function letIn(
  portal: Portal,
  { login, codeHmac, client }: { login: Login; codeHmac: Buffer; client: Client },
): Promise<OpenedSession | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    if (!(await consumeCode(trx, login.id, codeHmac, now))) return undefined;
    const session = await openSession(trx, portal, login.id, client);
    await countEvent(trx, 'login.success', now);
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
  const at = portal.clock.now();
  await countEvent(portal.db, 'login.failure', at);
  const actor = login ? `login:${login.id}` : 'unknown';
  await recordAudit(portal.db, { at, accountId: null, actor, action: 'login.failed', client });
  portal.log.info({ loginId: login?.id, correlationId: client.correlationId }, 'sign-in failed');
  return new Refusal('login.invalid-code', { errors: [{ field: 'otp', code: 'invalid' }] });
}
