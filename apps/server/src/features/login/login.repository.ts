import type { Language } from '@myaccount/contract/languages';
import type { User } from '@myaccount/contract/login';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';

/** A login with its address and language. */
export interface Login {
  readonly id: string;
  readonly emailAddress: string;
  readonly language: Language;
}

/** A sign-in code to store, as keyed hash. */
export interface NewCode {
  readonly loginId: string;
  readonly codeHmac: Buffer;
  readonly keyId: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Returns the login of an address that has an account. Its language defaults to the customer's. */
export async function findLogin(db: Database | Trx, emailAddress: string): Promise<Login | undefined> {
  return await db
    .selectFrom('login as l')
    .innerJoin('login_account as la', 'la.login_id', 'l.id')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['l.id', 'l.email_address as emailAddress'])
    .select(sql<Language>`coalesce(l.language, c.language)`.as('language'))
    .where('l.email_address', '=', emailAddress)
    .orderBy('la.role', 'desc')
    .orderBy('a.account_number')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the login's only valid code. The previous code becomes invalid. */
export async function replaceCode(trx: Trx, code: NewCode): Promise<void> {
  const values = {
    code_hmac: code.codeHmac,
    key_id: code.keyId,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    attempts: 0,
    used_at: null,
  };
  await trx
    .insertInto('login_code')
    .values({ login_id: code.loginId, ...values })
    .onConflict((conflict) => conflict.column('login_id').doUpdateSet(values))
    .execute();
}

/** Counts an attempt in its own statement, before the code is checked; undefined if no code was ever sent. */
export async function countAttempt(
  db: Database,
  loginId: string,
): Promise<{ attempts: number; keyId: string } | undefined> {
  return await db
    .updateTable('login_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('login_id', '=', loginId)
    .returning(['attempts', 'key_id as keyId'])
    .executeTakeFirst();
}

/** Consumes a valid code and returns true. Of several calls at once, one returns true. */
export async function consumeCode(trx: Trx, loginId: string, codeHmac: Buffer, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('login_code')
    .set({ used_at: now })
    .where('login_id', '=', loginId)
    .where('code_hmac', '=', codeHmac)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the claims of the id_token. */
export async function getUser(db: Database | Trx, loginId: string): Promise<User> {
  const login = await db
    .selectFrom('login')
    .select(['id', 'email_address', 'given_name', 'nickname'])
    .where('id', '=', loginId)
    .executeTakeFirstOrThrow();
  const accounts = await db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.account_number', 'c.customer_number', 'c.first_name', 'c.last_name', 'la.role'])
    .where('la.login_id', '=', loginId)
    .orderBy('la.role', 'desc')
    .orderBy('a.account_number')
    .execute();
  const own = accounts.find((account) => account.role === 'primary');
  const givenName = login.given_name ?? own?.first_name ?? null;
  const familyName = own && own.first_name === givenName ? own.last_name : null;
  return {
    sub: login.id,
    email: login.email_address,
    email_verified: true,
    given_name: givenName,
    family_name: familyName,
    name: [givenName, familyName].filter(Boolean).join(' ') || null,
    nickname: login.nickname,
    picture: null,
    accounts: accounts.map((account) => ({
      account_id: account.account_number,
      customer_id: account.customer_number,
    })),
  };
}
