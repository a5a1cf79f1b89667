/** Moments by which a session is judged. */
export interface SessionMoment {
  readonly now: Date;
  /** A session last seen before this is idle too long. */
  readonly idleSince: Date;
  /** A session last seen before this is written down as seen again. */
  readonly freshSince: Date;
}

/**
 * The row of `session` that is alive for a token, for statements that resolve it together with their data: their
 * first values are {@link liveSessionValues}. `is_stale`: its use is to be written down.
 */
export const liveSession = `
  select s.login_id, s.last_seen_at < to_timestamp($4) as is_stale from session s
  where s.token_hash = $1 and s.ended_at is null
    and s.expires_at > to_timestamp($2) and s.last_seen_at > to_timestamp($3)`;

/** What $1 to $4 of {@link liveSession} stand for; moments as seconds, which cost less to write and to read than text. */
export function liveSessionValues(tokenHash: Buffer, { now, idleSince, freshSince }: SessionMoment) {
  return [tokenHash, seconds(now), seconds(idleSince), seconds(freshSince)] as const;
}

const seconds = (instant: Date) => instant.getTime() / 1_000;
