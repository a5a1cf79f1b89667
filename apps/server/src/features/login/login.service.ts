import { type LoginEntry, recordAudit } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Client, networksOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { consumeAll } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { ServingPortal } from '../feature.ts';
import { type OpenedSession, openSession } from '../sessions/sessions.service.ts';
import { getUser } from './login.repository.ts';
import { generateToken } from './login.rules.ts';
import { markBrowser } from './login-browser.repository.ts';
import { tryBudgets } from './login-budgets.rules.ts';
import { type Challenge, useChallenge } from './login-challenge.repository.ts';
import { listLoginChanges } from './login-change.repository.ts';
import { completeLoginChange, provesChange } from './login-change.service.ts';
import { forgiveFailures } from './login-throttle.repository.ts';

/** A portal whose codes the identity service mails and checks; null where the portal does. */
export type CodePortal = Portal & Pick<ServingPortal, 'identity'>;

/** When a page tries again by itself. Whoever tries sooner is not refused for it. */
const retryAfterSeconds = 10;

/** Throws mail-unavailable while the mail server is away. Nothing is counted or stored before. */
export async function requireMail({ identity, checkMail }: ServingPortal) {
  if (!identity && (await checkMail()) === 'away')
    throw new Refusal('login.mail-unavailable', { retryAfterSeconds });
}

/** Uses tries of the client's networks. Throws too-many-tries. */
export async function consumeTries(portal: Portal, { address }: Client): Promise<void> {
  await consumeAll(portal, tryBudgets(portal.config.login, networksOf(address)), 'login.too-many-tries');
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

/** Returns what a right code or link proves: nothing for an address without an account, whose mail went to nobody. */
export function proofOf(challenge: Challenge, guesses: number, hasFailures: boolean): Proof | undefined {
  const { loginId } = challenge;
  return loginId === null ? undefined : { challenge, loginId, guesses, hasFailures };
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
  if (hasFailures) await forgiveFailures(trx, challenge.subjectHmac, { own: guesses, now });
  return true;
}

/**
 * Uses the challenge up and opens a session; undefined if it was used or has expired. One that proved the new address of a waiting
 * change completes it.
 */
export async function signIn(
  portal: ServingPortal,
  proof: Proof,
  client: LoginClient,
): Promise<LoginResult | undefined> {
  const { challenge, loginId } = proof;
  const browserMark = generateToken();
  const opening = portal.db.transaction().execute(async (trx) => {
    const now = portal.clock.now();
    const [isUsed, [change]] = await Promise.all([
      useProof(trx, proof, now),
      listLoginChanges(trx, { loginId }),
    ]);
    if (!isUsed) return undefined;
    const isNew = provesChange(portal, change, challenge);
    const proved = isNew ? { email: await completeLoginChange(trx, portal, loginId, client) } : {};
    const oldHash = client.browserMark === null ? null : hashToken(client.browserMark);
    const detail = { method: challenge.method, recognizedBrowser: challenge.browserId !== null };
    const [, opened] = await Promise.all([
      markBrowser(trx, { loginId, oldHash, newHash: hashToken(browserMark), now }),
      openSession(trx, portal, loginId, client),
      recordLogin(trx, { at: now, loginId, action: 'login.succeeded', detail, client }),
    ]);
    return { ...opened, proved };
  });
  const [session, user] = await Promise.all([opening, getUser(portal.db, loginId)]);
  if (!session) return undefined;
  const { expiresInSeconds, proved } = session;
  const idToken = await portal.idTokens.sign(
    { ...user, ...proved },
    { issuedAt: portal.clock.now(), expiresInSeconds },
  );
  return { ...session, idToken, browserMark };
}

/** Records a failed try, which the metrics page counts, and returns its refusal. */
export async function refuseTry(
  portal: Portal,
  code: 'login.invalid-code' | 'login.expired-code' | 'login.invalid-link',
  loginId: string | null,
  client: Client,
): Promise<Refusal> {
  const detail = { reason: code.slice('login.'.length) };
  await recordLogin(portal.db, { at: portal.clock.now(), loginId, client, action: 'login.failed', detail });
  portal.log.info({ loginId: loginId ?? undefined, correlationId: client.correlationId }, 'sign-in failed');
  const field = code === 'login.invalid-link' ? 'token' : 'otp';
  return new Refusal(code, { errors: [{ field, code: 'invalid' }] });
}

/**
 * Writes what somebody did about a login, who may be unknown, to the audit trail. The address that was typed is not kept:
 * it may be a password.
 */
export async function recordLogin(db: Database | Trx, entry: Omit<LoginEntry, 'actor'>): Promise<void> {
  const { loginId } = entry;
  await recordAudit(db, { ...entry, actor: loginId === null ? 'unknown' : `login:${loginId}` });
}
