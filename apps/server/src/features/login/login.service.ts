import type { Identity } from '../../gateways/identity/identity.ts';
import { type LoginEntry, recordAudit } from '../../platform/audit.ts';
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

/** Who mails codes and checks them: the portal, or the identity service. */
export type CodeContext = Pick<LoginContext, 'portal' | 'identity'>;

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

/** What a try found out. A wrong one has no proof. */
export interface CodeFinding {
  readonly proof?: Proof | undefined;
  readonly loginId: string | null;
  readonly isExpired?: boolean;
  /** Guesses by an unrecognized browser at live codes. */
  readonly strangerGuesses: number;
}

/** Uses a checked code or link up. Returns false if it was used or has expired since: of several calls at once, one succeeds. */
export async function useProof(
  trx: Trx,
  { challenge, guesses, hasFailures }: Proof,
  now: Date,
): Promise<boolean> {
  if (!(await useChallenge(trx, challenge, now))) return false;
  if (hasFailures) await forgiveFailures(trx, challenge.addressHmac, { own: guesses, now });
  return true;
}

/** Uses the challenge up and opens a session; undefined if it was used or has expired. */
export async function signIn(
  { portal, idTokens }: LoginContext,
  proof: Proof,
  client: LoginClient,
): Promise<LoginResult | undefined> {
  const { challenge, loginId } = proof;
  const browserMark = generateToken();
  const opening = portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    if (!(await useProof(trx, proof, now))) return undefined;
    const oldHash = client.browserMark === null ? null : hashToken(client.browserMark);
    await markBrowser(trx, { loginId, oldHash, newHash: hashToken(browserMark), now });
    const opened = await openSession(trx, portal, loginId, client);
    const detail = { method: challenge.method, recognizedBrowser: challenge.browserId !== null };
    await recordLogin(trx, { at: now, loginId, action: 'login.succeeded', detail, client });
    return opened;
  });
  const [session, user] = await Promise.all([opening, getUser(portal.db, loginId)]);
  if (!session) return undefined;
  const { expiresInSeconds } = session;
  const idToken = await idTokens.sign(user, { issuedAt: portal.clock.now(), expiresInSeconds });
  return { ...session, idToken, browserMark };
}

/** Why a sign-in failed, for the audit trail. */
export type LoginFailure = 'unknown-email' | 'invalid-code' | 'expired-code' | 'invalid-link';

/** Records a failed try, which the metrics page counts, and returns its refusal. */
export async function refuseTry(
  portal: Portal,
  code: `login.${Exclude<LoginFailure, 'unknown-email'>}`,
  loginId: string | null,
  client: Client,
): Promise<Refusal> {
  await recordFailure(portal, portal.db, {
    loginId,
    client,
    reason: code.replace('login.', '') as LoginFailure,
  });
  portal.log.info({ loginId: loginId ?? undefined, correlationId: client.correlationId }, 'sign-in failed');
  const field = code === 'login.invalid-link' ? 'token' : 'otp';
  return new Refusal(code, { errors: [{ field, code: 'invalid' }] });
}

/** Writes a failed sign-in to the audit trail. The address that was typed is not kept: it may be a password. */
export async function recordFailure(
  { clock }: Portal,
  db: Database | Trx,
  { loginId, client, reason }: { loginId: string | null; client: Client; reason: LoginFailure },
): Promise<void> {
  await recordLogin(db, { at: clock.now(), loginId, action: 'login.failed', detail: { reason }, client });
}

/** Writes what somebody did about a login, who may be unknown, to the audit trail. */
export async function recordLogin(db: Database | Trx, entry: Omit<LoginEntry, 'actor'>): Promise<void> {
  const { loginId } = entry;
  await recordAudit(db, { ...entry, actor: loginId === null ? 'unknown' : `login:${loginId}` });
}
