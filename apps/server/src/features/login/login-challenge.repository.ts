import type { LoginMethod } from '@myaccount/contract/login';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';

/** A challenge with its code or link, to store. */
export interface NewChallenge {
  readonly challengeHash: Buffer;
  readonly subjectHmac: Buffer;
  readonly loginId: string | null;
  /** The recognized browser whose guesses a code counts as. */
  readonly browserId: string | null;
  readonly method: LoginMethod;
  readonly secretHmac: Buffer;
  readonly keyId: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** A challenge as stored. */
export interface Challenge extends NewChallenge {
  readonly id: string;
  readonly attempts: number;
  readonly usedAt: Date | null;
}

const columns = [
  'id',
  'challenge_hash as challengeHash',
  'address_hmac as subjectHmac',
  'login_id as loginId',
  'browser_id as browserId',
  'method',
  'secret_hmac as secretHmac',
  'key_id as keyId',
  'sent_at as sentAt',
  'expires_at as expiresAt',
  'attempts',
  'used_at as usedAt',
] as const;

/** Stores a challenge, or replaces the code or link of the same one. */
export const storeChallenge = compileOnce((trx, challenge: Placeholders<NewChallenge>) => {
  const values = {
    address_hmac: challenge.subjectHmac,
    login_id: challenge.loginId,
    browser_id: challenge.browserId,
    method: challenge.method,
    secret_hmac: challenge.secretHmac,
    key_id: challenge.keyId,
    sent_at: challenge.sentAt,
    expires_at: challenge.expiresAt,
    attempts: 0,
    attempted_at: null,
    shared_attempts: 0,
    used_at: null,
  };
  return trx
    .insertInto('login_challenge')
    .values({ challenge_hash: challenge.challengeHash, ...values })
    .onConflict((conflict) => conflict.column('challenge_hash').doUpdateSet(values))
    .compile();
});

/** Returns a challenge; undefined without one. */
export async function findChallenge(db: Database, challengeHash: Buffer): Promise<Challenge | undefined> {
  return await db
    .selectFrom('login_challenge')
    .select(columns)
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst();
}

/** Locks a challenge of this address that was not used. Returns whether there is one. */
export async function lockUnusedChallenge(
  trx: Trx,
  challengeHash: Buffer,
  subjectHmac: Buffer,
): Promise<boolean> {
  const row = await trx
    .selectFrom('login_challenge')
    .select('id')
    .where('challenge_hash', '=', challengeHash)
    .where('address_hmac', '=', subjectHmac)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every challenge of an address, or one of them: its code or link does not work any more. */
export async function endChallenges(
  trx: Trx,
  subjectHmac: Buffer,
  now: Date,
  challengeHash?: Buffer,
): Promise<void> {
  await trx
    .updateTable('login_challenge')
    .set({ used_at: now })
    .where('address_hmac', '=', subjectHmac)
    .where('used_at', 'is', null)
    .$if(challengeHash !== undefined, (query) => query.where('challenge_hash', '=', challengeHash ?? null))
    .execute();
}

/** Returns the newest live code of an address; undefined without one. */
export async function findNewestCode(
  db: Database,
  subjectHmac: Buffer,
  now: Date,
): Promise<Challenge | undefined> {
  const [newest] = await newestCodes(db, subjectHmac, { now, count: 1 }).execute();
  return newest;
}

/** Locks the newest live codes of an address, and returns those that a try is left for, newest first. */
export async function lockNewestCodes(
  trx: Trx,
  subjectHmac: Buffer,
  { now, triesPerCode, count }: { now: Date; triesPerCode: number; count: number },
): Promise<Challenge[]> {
  const rows = await newestCodes(trx, subjectHmac, { now, count }).forUpdate().execute();
  return rows.filter((row) => row.attempts + row.shared_attempts < triesPerCode);
}

function newestCodes(db: Database | Trx, subjectHmac: Buffer, { now, count }: { now: Date; count: number }) {
  return db
    .selectFrom('login_challenge')
    .select(columns)
    .select('shared_attempts')
    .where('address_hmac', '=', subjectHmac)
    .where('method', '=', 'code')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count);
}

/** Counts a try without a challenge at each of these codes. */
export async function countSharedAttempt(trx: Trx, codes: readonly Challenge[]): Promise<void> {
  await trx
    .updateTable('login_challenge')
    .set((eb) => ({ shared_attempts: eb('shared_attempts', '+', 1) }))
    .where(
      'id',
      'in',
      codes.map(({ id }) => id),
    )
    .execute();
}

/** Whose guesses are counted: a recognized browser's, or those of all others at an address. */
export type Guesser = Pick<NewChallenge, 'subjectHmac' | 'browserId'> & {
  readonly replacedHash: Buffer | null;
};

/**
 * Returns how many guesses the live codes of an address still allow. With a browser: its codes; without: those of
 * unrecognized browsers. The code of one challenge does not count, because the next code replaces it.
 */
export async function countReservedGuesses(
  trx: Trx,
  guesser: Guesser,
  { now, triesPerCode }: { now: Date; triesPerCode: number },
): Promise<number> {
  const row = await trx
    .selectFrom('login_challenge')
    .select(sql<number>`coalesce(sum(greatest(0, ${triesPerCode} - attempts)), 0)::int`.as('guesses'))
    .where('address_hmac', '=', guesser.subjectHmac)
    .where('method', '=', 'code')
    .where(sql<boolean>`browser_id is not distinct from ${guesser.browserId}::uuid`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(guesser.replacedHash !== null, (query) => query.where('challenge_hash', '!=', guesser.replacedHash))
    .executeTakeFirstOrThrow();
  return row.guesses;
}

/**
 * Uses a challenge up and returns true. Of several calls at once, one returns true. A link that several challenges share
 * is used up for all of them.
 */
export async function useChallenge(
  trx: Trx,
  { id, subjectHmac, secretHmac }: Challenge,
  now: Date,
): Promise<boolean> {
  const used = await useSecret(trx, { subjectHmac, secretHmac, now });
  return used.some((challenge) => challenge.id === id);
}

const useSecret = compileOnce(
  (trx, secret: Placeholders<{ subjectHmac: Buffer; secretHmac: Buffer; now: Date }>) =>
    trx
      .updateTable('login_challenge')
      .set({ used_at: secret.now })
      .where('address_hmac', '=', secret.subjectHmac)
      .where('secret_hmac', '=', secret.secretHmac)
      .where('used_at', 'is', null)
      .where('expires_at', '>', secret.now)
      .returning('id')
      .compile(),
);
