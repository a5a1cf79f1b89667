/** Moments that decide whether a session is alive. */
export interface SessionMoment {
  readonly now: Date;
  /** A session last seen before this is idle too long. */
  readonly idleSince: Date;
}

/**
 * The row of `session` that is alive for a token, for statements that resolve it together with their data: their
 * first three values are {@link liveSessionValues}.
 */
export const liveSession = `
  select s.id, s.login_id, s.last_seen_at from session s
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3`;

/** What $1, $2 and $3 of {@link liveSession} stand for. */
export function liveSessionValues(tokenHash: Buffer, { now, idleSince }: SessionMoment) {
  return [tokenHash, now, idleSince] as const;
}
