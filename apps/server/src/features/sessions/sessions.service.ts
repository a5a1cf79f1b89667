import { randomBytes } from 'node:crypto';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller, ResolveCaller } from '../../platform/http/endpoints.ts';
import type { SessionMoment } from '../../platform/live-session.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { endSession, findLiveSession, insertSession } from './sessions.repository.ts';

const tokenBytes = 32;
/** How often `last_seen_at` is written at most. */
const touchEveryMs = 60_000;

/** A session just opened; the token is told once and kept only as its hash. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** The moments by which a session is judged now. */
export function sessionMoment({ config, clock }: Portal): SessionMoment {
  const now = clock.now();
  return {
    now,
    idleSince: new Date(now.getTime() - config.session.idleSeconds * 1_000),
    freshSince: new Date(now.getTime() - touchEveryMs),
  };
}

/** Opens a session with a token of 256 random bits, in the transaction that lets the user in. */
export async function openSession(
  trx: Trx,
  portal: Portal,
  loginId: string,
  client: Client,
): Promise<OpenedSession> {
  const accessToken = randomBytes(tokenBytes).toString('base64url');
  const expiresInSeconds = portal.config.session.absoluteSeconds;
  const createdAt = portal.clock.now();
  const sessionId = await insertSession(trx, {
    tokenHash: hashToken(accessToken),
    loginId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1_000),
    clientAddress: client.address,
    userAgent: client.userAgent,
  });
  return { sessionId, accessToken, expiresInSeconds };
}

/** The guard of every signed-in call. */
export function callerResolver(portal: Portal): ResolveCaller {
  return async (tokenHash) => {
    const moment = sessionMoment(portal);
    const session = await findLiveSession(portal.db, tokenHash, moment);
    if (session?.isStale) portal.seenSessions.note(tokenHash, moment.now);
    return session;
  };
}

/** Ends the caller’s own session. */
export async function closeSession(portal: Portal, caller: Caller): Promise<void> {
  await endSession(portal.db, caller.sessionId, portal.clock.now());
}
