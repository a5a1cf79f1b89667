import { randomBytes } from 'node:crypto';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Client, networksOf, unknownAddress } from '../../platform/http/client.ts';
import type { Caller, ResolveCaller } from '../../platform/http/endpoints.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { SessionMoment } from '../../platform/live-session.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import {
  confirmSession,
  endSession,
  findLiveSession,
  insertSession,
  listSignInAddresses,
} from './sessions.repository.ts';

const tokenBytes = 32;
/** Shortest time between two updates of `last_seen_at`. */
const touchEveryMs = 60_000;

/** A new session. The token is returned once and stored only as its hash. */
export interface OpenedSession {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** Returns the current time and the cutoff times that decide whether a session is live and fresh. */
export function sessionMoment({ config, clock }: Portal): SessionMoment {
  const now = clock.now();
  return {
    now,
    idleSince: new Date(now.getTime() - config.session.idleSeconds * 1_000),
    freshSince: new Date(now.getTime() - touchEveryMs),
  };
}

/** Opens a session with a random 256-bit token, in the caller's transaction. */
export async function openSession(
  trx: Trx,
  portal: Portal,
  loginId: string,
  client: Client,
): Promise<OpenedSession> {
  const accessToken = randomBytes(tokenBytes).toString('base64url');
  const expiresInSeconds = portal.config.session.absoluteSeconds;
  const createdAt = portal.clock.now();
  await insertSession(trx, {
    tokenHash: hashToken(accessToken),
    loginId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1_000),
    clientAddress: client.address,
    userAgent: client.userAgent,
  });
  return { accessToken, expiresInSeconds };
}

/** Returns the function that resolves the caller of every signed-in call. */
export function callerResolver(portal: Portal): ResolveCaller {
  return async (tokenHash, isUse) => {
    const moment = sessionMoment(portal);
    const session = await findLiveSession(portal.db, tokenHash, moment);
    if (session?.isStale && isUse) portal.seenSessions.note(tokenHash, moment.now);
    return session;
  };
}

/** Returns whether the last code that the caller's session entered is as new as the setting asks. */
export function isFreshSession({ config, clock }: Portal, { confirmedAt }: Caller): boolean {
  return clock.now().getTime() - confirmedAt.getTime() <= config.session.freshSeconds * 1_000;
}

/** Throws fresh-code-needed if the caller's session is not fresh. */
export function requireFreshSession(portal: Portal, caller: Caller): void {
  if (!isFreshSession(portal, caller)) throw new Refusal('fresh-code-needed');
}

/** Returns until when the security hold after a change of the sign-in address lasts (LOST-4); null without one. */
export function securityHoldOf({ clock }: Portal, { securityHoldUntil: until }: Caller): Date | null {
  return until && until > clock.now() ? until : null;
}

/** Throws security-hold during that time: methods, autopay's method, contact, and PIN stay as they are. */
export function requireNoHold(portal: Portal, caller: Caller): void {
  if (securityHoldOf(portal, caller)) throw new Refusal('security-hold');
}

/** Stores that a fresh code proved who uses a session: changes that ask for one are open again. */
export async function renewSession(trx: Trx, sessionId: string, at: Date): Promise<void> {
  await confirmSession(trx, sessionId, at);
}

/** Ends the caller's session. */
export async function closeSession(portal: Portal, caller: Caller): Promise<void> {
  await endSession(portal.db, caller.sessionId, portal.clock.now());
}

/** Returns whether a login signed in before from the client network of an address. Without a login or a network: false. */
export async function hasSignedInFrom(
  db: Database,
  loginId: string | null,
  address: string,
): Promise<boolean> {
  const { client } = networksOf(address);
  if (client === unknownAddress) return false;
  const addresses = await listSignInAddresses(db, loginId);
  return addresses.some((each) => networksOf(each).client === client);
}
