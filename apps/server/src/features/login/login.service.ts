import type { Identity } from '../../gateways/identity/identity.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { ServiceState } from '../../platform/http/health.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { IdTokens } from '../../platform/id-token.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { type OpenedSession, openSession } from '../sessions/sessions.service.ts';
import { getUser } from './login.repository.ts';
import { generateToken } from './login.rules.ts';
import { markBrowser } from './login-browser.repository.ts';
import { type Challenge, useChallenge } from './login-challenge.repository.ts';
import { forgiveFailures } from './login-throttle.repository.ts';

/** What the login services work with. */
export interface LoginContext {
  readonly portal: Portal;
  readonly idTokens: IdTokens;
  /** Mails and checks codes in place of the portal; null where the portal does. */
  readonly identity: Identity | null;
  /** Sends a message at once instead of in the outbox's next round. */
  readonly deliver: (messageId: string) => Promise<void>;
  /** Returns whether the mail server takes mails now. */
  readonly checkMail: () => Promise<ServiceState>;
}

/** When a page tries again by itself. Whoever tries sooner is not refused for it. */
const retryAfterSeconds = 10;

/** Throws mail-unavailable while the mail server is away. Nothing is counted or stored before. */
export async function requireMail({ identity, checkMail }: Pick<LoginContext, 'identity' | 'checkMail'>) {
  if (!identity && (await checkMail()) === 'away')
    throw new Refusal('login.mail-unavailable', { retryAfterSeconds });
}

/** Where a sign-in comes from: the client, and the mark of its browser if it sent one. */
export interface LoginClient extends Client {
  readonly browserMark: string | null;
}

/** Result of a successful sign-in: the session, the signed claims, and the browser's new mark. */
export interface LoginResult extends OpenedSession {
  readonly idToken: string;
  readonly browserMark: string;
}

/** A checked code or link. */
export interface Proof {
  readonly challenge: Challenge;
  readonly loginId: string;
  /** Failures that its tries were counted as. */
  readonly guesses: number;
  /** Whether failures of the address are counted. */
  readonly hasFailures: boolean;
}

/** Uses the challenge up and opens a session; undefined if it was used or has expired. */
export async function signIn(
  { portal, idTokens }: LoginContext,
  proof: Proof,
  client: LoginClient,
): Promise<LoginResult | undefined> {
  const browserMark = generateToken();
  const opening = portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    if (!(await useChallenge(trx, proof.challenge, now))) return undefined;
    const { addressHmac } = proof.challenge;
    if (proof.hasFailures) await forgiveFailures(trx, addressHmac, { own: proof.guesses, now });
    await rememberBrowser(trx, { loginId: proof.loginId, browserMark, client, now });
    const opened = await openSession(trx, portal, proof.loginId, client);
    await recordSuccess(trx, proof, { now, client });
    return opened;
  });
  const [session, user] = await Promise.all([opening, getUser(portal.db, proof.loginId)]);
  if (!session) return undefined;
  const { expiresInSeconds } = session;
  const idToken = await idTokens.sign(user, { issuedAt: portal.clock.now(), expiresInSeconds });
  return { ...session, idToken, browserMark };
}

async function rememberBrowser(
  trx: Trx,
  {
    loginId,
    browserMark,
    client,
    now,
  }: { loginId: string; browserMark: string; client: LoginClient; now: Date },
): Promise<void> {
  const oldHash = client.browserMark === null ? null : hashToken(client.browserMark);
  await markBrowser(trx, { loginId, oldHash, newHash: hashToken(browserMark), now });
}

async function recordSuccess(
  trx: Trx,
  { challenge, loginId }: Proof,
  { now, client }: { now: Date; client: Client },
): Promise<void> {
  const detail = { method: challenge.method, recognizedBrowser: challenge.browserId !== null };
  const actor = `login:${loginId}`;
  await recordAudit(trx, {
    at: now,
    loginId,
    actor,
    action: 'login.succeeded',
    detail,
    client,
  });
}

/** Why a sign-in failed, for the audit trail. */
export type LoginFailure = 'unknown-email' | 'invalid-code' | 'expired-code' | 'invalid-link';

/** Records a failed try, which the metrics page counts, and returns its refusal. */
export async function refuseTry(
  portal: Portal,
  refusal: {
    code: 'login.invalid-code' | 'login.expired-code' | 'login.invalid-link';
    loginId: string | null;
  },
  client: Client,
): Promise<Refusal> {
  const reason = refusal.code.replace('login.', '') as LoginFailure;
  await recordFailure(portal, portal.db, { loginId: refusal.loginId, client, reason });
  portal.log.info(
    { loginId: refusal.loginId ?? undefined, correlationId: client.correlationId },
    'sign-in failed',
  );
  const field = refusal.code === 'login.invalid-link' ? 'token' : 'otp';
  return new Refusal(refusal.code, { errors: [{ field, code: 'invalid' }] });
}

/** Writes a failed sign-in to the audit trail. The address that was typed is not kept: it may be a password. */
export async function recordFailure(
  { clock }: Portal,
  db: Database | Trx,
  { loginId, client, reason }: { loginId: string | null; client: Client; reason: LoginFailure },
): Promise<void> {
  const actor = loginId === null ? 'unknown' : `login:${loginId}`;
  const entry = {
    at: clock.now(),
    loginId,
    actor,
    action: 'login.failed' as const,
    detail: { reason },
    client,
  };
  await recordAudit(db, entry);
}
