import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { SessionMoment } from '../../platform/live-session.ts';

/** Starts a query of the caller's live sessions. */
function ownSessions(db: Database | Trx, { loginId }: Caller, { now, idleSince }: SessionMoment) {
  return db
    .selectFrom('session')
    .where('login_id', '=', loginId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince);
}

/** Returns the live sessions of the caller's login, the one used last first. */
export async function listOwnSessions(db: Database, caller: Caller, moment: SessionMoment) {
  return await ownSessions(db, caller, moment)
    .select(['id', 'created_at as signedInAt', 'last_seen_at as lastSeenAt'])
    .select(['client_address as clientAddress', 'user_agent as userAgent'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends live sessions of the caller's login: one, or all without an id. Returns how many there were. */
export async function endOwnSessions(
  trx: Trx,
  caller: Caller,
  moment: SessionMoment,
  sessionId?: string,
): Promise<number> {
  const own = ownSessions(trx, caller, moment).select('id');
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: moment.now })
    .where('id', 'in', sessionId === undefined ? own : own.where('id', '=', sessionId))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
