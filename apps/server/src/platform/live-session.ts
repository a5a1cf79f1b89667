/** The times that decide whether a session is live and fresh. */
export interface SessionMoment {
  readonly now: Date;
  /** A session last seen before this has timed out. */
  readonly idleSince: Date;
  /** A session last seen before this needs an update of `last_seen_at`. */
  readonly freshSince: Date;
}

/**
 * Selects a token's live session, for statements that resolve the session together with their data. Their first
 * values are {@link liveSessionValues}. `is_stale` is true if `last_seen_at` needs an update.
 */
export const liveSession = `
  select s.login_id, s.last_seen_at < to_timestamp($4) as is_stale from session s
  where s.token_hash = $1 and s.ended_at is null
    and s.expires_at > to_timestamp($2) and s.last_seen_at > to_timestamp($3)`;

/** Returns $1 to $4 of {@link liveSession}. Times are seconds, which are cheaper to write and parse than text. */
export function liveSessionValues(tokenHash: Buffer, { now, idleSince, freshSince }: SessionMoment) {
  return [tokenHash, seconds(now), seconds(idleSince), seconds(freshSince)] as const;
}

const seconds = (instant: Date) => instant.getTime() / 1_000;
