import type { Database, Trx } from '../../platform/database/connect.ts';

/** A new e-mail address that waits for its code. */
export interface PendingEmail {
  readonly loginId: string;
  readonly emailAddress: string;
  readonly challengeHash: Buffer;
  readonly expiresAt: Date;
}

/** Returns the pending e-mail address of an account already found for its caller; undefined if none waits. */
export async function findPendingEmail(
  db: Database | Trx,
  accountId: string,
): Promise<PendingEmail | undefined> {
  return await db
    .selectFrom('email_change')
    .select(['login_id as loginId', 'email_address as emailAddress', 'challenge_hash as challengeHash'])
    .select('expires_at as expiresAt')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Stores the pending e-mail address of a locked account. It replaces another one. */
export async function storePendingEmail(
  trx: Trx,
  accountId: string,
  { loginId, emailAddress, challengeHash, expiresAt }: PendingEmail,
  at: Date,
): Promise<void> {
  const values = {
    login_id: loginId,
    email_address: emailAddress,
    challenge_hash: challengeHash,
    requested_at: at,
    expires_at: expiresAt,
  };
  await trx
    .insertInto('email_change')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Forgets the pending e-mail address of a locked account. Returns whether there was one. */
export async function deletePendingEmail(trx: Trx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_change')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
