import { sql } from 'kysely';

/** Moments that decide whether a session is alive. */
export interface SessionMoment {
  readonly now: Date;
  /** A session last seen before this is idle too long. */
  readonly idleSince: Date;
}

/** The rows of `session` that are alive for a token, for statements that resolve it together with their data. */
export function liveSession(tokenHash: Buffer, { now, idleSince }: SessionMoment) {
  return sql<{ id: string; login_id: string; last_seen_at: Date }>`
    select s.id, s.login_id, s.last_seen_at from session s
    where s.token_hash = ${tokenHash} and s.ended_at is null
      and s.expires_at > ${now} and s.last_seen_at > ${idleSince}`;
}
