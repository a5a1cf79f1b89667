import { sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { failureMemoryMs, longestPause, pauses } from './login-budgets.rules.ts';
import type { Challenge } from './login-challenge.repository.ts';

/** What is remembered of an address. */
export interface Throttle {
  /** Consecutive failures by unrecognized browsers. */
  readonly failures: number;
  readonly sharedLinkHmac: Buffer | null;
  readonly sharedLinkSentAt: Date | null;
}

/** A challenge of which a try was counted, or not. */
export interface CountedAttempt extends Challenge {
  /** Whether the try was counted. If not, no try is left, the challenge was used, or the pause is not over. */
  readonly isCounted: boolean;
  /** Consecutive failures of the address before this try. */
  readonly addressFailures: number;
  readonly attemptedAt: Date | null;
  /** The pause after that, by the failures of the browser if it is recognized, otherwise of the address. */
  readonly pauseSeconds: number;
}

/** Locks what is remembered of an address until the transaction ends. Forgets failures that are too old. */
export async function lockThrottle(trx: Trx, subjectHmac: Buffer, now: Date): Promise<Throttle> {
  const expiresAt = new Date(now.getTime() + failureMemoryMs);
  const { rows } = await sql<Throttle>`
    insert into login_throttle as t (address_hmac, expires_at) values (${subjectHmac}, ${expiresAt})
    on conflict (address_hmac) do update set
      failures = case when t.expires_at > ${now} then t.failures else 0 end,
      reset_at = case when t.expires_at > ${now} then t.reset_at end,
      expires_at = case when t.expires_at > ${now} then t.expires_at else excluded.expires_at end
    returning failures, shared_link_hmac as "sharedLinkHmac", shared_link_sent_at as "sharedLinkSentAt"`.execute(
    trx,
  );
  const [throttle] = rows;
  if (!throttle) throw new Error('an upsert always returns its row');
  return throttle;
}

/**
 * Stores the link that challenges beyond the day's mails share, or for which challenge the identity service mails the next
 * code: earlier ones stop working. The address is locked.
 */
export async function updateThrottle(
  trx: Trx,
  subjectHmac: Buffer,
  change: Updateable<Tables['login_throttle']>,
): Promise<void> {
  await trx.updateTable('login_throttle').set(change).where('address_hmac', '=', subjectHmac).execute();
}

interface AttemptValues {
  readonly challengeHash: Buffer;
  readonly codeHmac: Buffer;
  readonly now: Date;
  readonly triesPerCode: number;
  /** The rows of the budget of failed guesses of all unrecognized browsers. */
  readonly totalKeys: readonly string[];
  readonly totalPoints: number;
}

/**
 * Counts a try of a challenge's code in the statement that checks it: as an attempt of the challenge, and, if the code
 * is wrong, as a failure of its recognized browser or else of its address. The same statement checks that an attempt is
 * left and that the pause is over. Returns no row if there is no such challenge.
 */
export const countAttempt = compileOnce((db, attempt: Placeholders<AttemptValues>) => {
  const { challengeHash, codeHmac, now, triesPerCode, totalKeys, totalPoints } = attempt;
  return sql<CountedAttempt>`
    with found as (
      select c.*, a.failures as address_failures, case
          when c.browser_id is null and ${totalPoints} <= (select sum(r.points) from rate_limit r where r.key = any(${totalKeys}::text[])
            and r.expire > extract(epoch from ${now}::timestamptz) * 1000) then ${longestPause}::int
          else coalesce((${pauses}::int[])[coalesce(b.failures, a.failures) + 1], ${longestPause}::int)
        end as pause_seconds
      from login_challenge c
      left join login_browser b on b.id = c.browser_id
      left join login_throttle t on t.address_hmac = c.address_hmac
      cross join lateral (select coalesce(case when t.expires_at > ${now} then t.failures end, 0) as failures) a
      where c.challenge_hash = ${challengeHash} and c.method = 'code'
    ), counted as (
      update login_challenge c set attempts = c.attempts + 1, attempted_at = ${now}
      from found f
      where c.id = f.id and c.used_at is null and c.attempts < ${triesPerCode}
        and (c.attempts = 0 or c.attempted_at + interval '1 second' * f.pause_seconds <= ${now})
      returning c.id
    ), guess as (
      select f.* from found f join counted using (id) where f.expires_at > ${now} and f.secret_hmac <> ${codeHmac}
    ), throttled as (
      insert into login_throttle as t (address_hmac, failures, expires_at)
      select address_hmac, 1, ${now}::timestamptz + interval '1 millisecond' * ${failureMemoryMs} from guess where browser_id is null limit 1
      on conflict (address_hmac) do update set
        failures = case when t.expires_at > ${now} then t.failures + 1 else 1 end,
        reset_at = case when t.expires_at > ${now} then t.reset_at end,
        expires_at = excluded.expires_at
    ), browser as (
      update login_browser b set failures = b.failures + 1 from guess g where b.id = g.browser_id
    )
    select f.id, f.challenge_hash as "challengeHash", f.address_hmac as "subjectHmac", f.login_id as "loginId",
      f.browser_id as "browserId", f.method, f.secret_hmac as "secretHmac", f.key_id as "keyId", f.sent_at as "sentAt",
      f.expires_at as "expiresAt", f.attempts, f.attempted_at as "attemptedAt", f.used_at as "usedAt",
      f.address_failures as "addressFailures", f.pause_seconds as "pauseSeconds", c.id is not null as "isCounted"
    from found f left join counted c using (id)`.compile(db);
});

/** Returns whether the identity service mailed its newest code to an address for this challenge. */
export async function isServiceChallenge(
  db: Database | Trx,
  subjectHmac: Buffer,
  challengeHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('login_throttle')
    .select('address_hmac')
    .where('address_hmac', '=', subjectHmac)
    .where('service_challenge_hash', '=', challengeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a counted try back that nobody could check. Its pause stays. */
export async function takeBackAttempt(
  db: Database,
  { id, subjectHmac, browserId }: Challenge,
): Promise<void> {
  await sql`
    with challenge as (
      update login_challenge set attempts = greatest(0, attempts - 1) where id = ${id}
    ), browser as (
      update login_browser set failures = greatest(0, failures - 1) where id = ${browserId}::uuid
    )
    update login_throttle set failures = greatest(0, failures - 1)
    where address_hmac = ${subjectHmac} and ${browserId}::uuid is null`.execute(db);
}

/** Counts guesses of an address if enough are left besides those that live codes reserve. Returns whether it did. */
export async function countGuesses(
  trx: Trx,
  subjectHmac: Buffer,
  { guesses, reserved, maximum, now }: { guesses: number; reserved: number; maximum: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('login_throttle')
    .set((eb) => ({
      failures: eb('failures', '+', guesses),
      expires_at: new Date(now.getTime() + failureMemoryMs),
    }))
    .where('address_hmac', '=', subjectHmac)
    .where('failures', '<=', maximum - reserved - guesses)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Takes the guesses of a success back. Sets the failures to zero unless another success did so recently: otherwise
 * whoever signs in every day would give strangers new guesses every day.
 */
export async function forgiveFailures(
  trx: Trx,
  subjectHmac: Buffer,
  { own, now }: { own: number; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - failureMemoryMs);
  await sql`
    update login_throttle set
      failures = case when reset_at is null or reset_at <= ${since} then 0 else greatest(0, failures - ${own}::int) end,
      reset_at = case when (reset_at is null or reset_at <= ${since}) and failures > ${own} then ${now} else reset_at end
    where address_hmac = ${subjectHmac} and failures > 0`.execute(trx);
}

/** Forgets everything about an address. */
export async function deleteThrottle(trx: Trx, subjectHmac: Buffer): Promise<void> {
  await trx.deleteFrom('login_throttle').where('address_hmac', '=', subjectHmac).execute();
}
