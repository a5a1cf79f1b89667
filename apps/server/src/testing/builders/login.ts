import type { Role } from '@myaccount/contract/accounts';
import type { Database } from '../../platform/database/connect.ts';
import { type BuiltAccount, buildAccount } from './account.ts';
import { nextNumber } from './next-number.ts';

/** A built login and the account it may use. */
export interface BuiltLogin {
  readonly loginId: string;
  readonly emailAddress: string;
  readonly account: BuiltAccount;
}

interface LoginOptions {
  readonly emailAddress?: string;
  readonly account?: BuiltAccount;
  readonly role?: Role;
}

/** Builds a login for an account. Builds the account too if none is given. */
export async function buildLogin(db: Database, options: LoginOptions = {}): Promise<BuiltLogin> {
  const account = options.account ?? (await buildAccount(db));
  const emailAddress = options.emailAddress ?? `user${nextNumber()}@example.com`;
  const login = await db
    .insertInto('login')
    .values({ email_address: emailAddress, given_name: 'Ana', nickname: 'ana' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await allowAccount(db, login.id, account, options.role);
  return { loginId: login.id, emailAddress, account };
}

/** Gives a login access to another account. */
export async function allowAccount(
  db: Database,
  loginId: string,
  account: BuiltAccount,
  role: Role = 'primary',
): Promise<void> {
  await db.insertInto('login_account').values({ login_id: loginId, account_id: account.id, role }).execute();
}
