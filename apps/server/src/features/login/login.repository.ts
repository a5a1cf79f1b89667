import type { Language } from '@myaccount/contract/languages';
import type { User } from '@myaccount/contract/login';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { loginForms } from '../../platform/email-forms.ts';
import { isWaiting } from './login-change.repository.ts';

/** A login with its address and language. */
export interface Login {
  readonly id: string;
  readonly emailAddress: string;
  readonly language: Language;
}

/**
 * Returns the login of an address that has an account, however it is spelled, or else the login that a change waits to give it
 * (LOST-2). Its language defaults to the customer's.
 */
export async function findLogin(
  db: Database | Trx,
  emailAddress: string,
  now: Date,
): Promise<Login | undefined> {
  const rows = await selectLogins(db, { forms: loginForms(emailAddress), now });
  const [login] = rows;
  const first = rows.filter(({ id, role }) => id === login?.id && role === login.role);
  // Also without a login: an unknown address takes as long.
  const [customer] = await selectFirstLanguage(db, { accountIds: first.map(({ accountId }) => accountId) });
  if (!login || !customer) return undefined;
  return { id: login.id, emailAddress: login.emailAddress, language: login.language ?? customer.language };
}

type NamedLogin = Pick<Login, 'id' | 'emailAddress'> & {
  readonly language: Language | null;
  readonly isNew: boolean;
};

const selectLogins = compileOnce(
  (db, { forms, now }: Placeholders<{ forms: readonly string[]; now: Date }>) =>
    db
      .selectFrom(
        sql<NamedLogin>`(
        select id, email_address as "emailAddress", language, false as "isNew" from login where email_address = any(${forms})
        union all
        select l.id, c.to_address, l.language, true from login_change c join login l on l.id = c.login_id
        where c.to_address = any(${forms}) and c.opens_at <= ${now} and ${isWaiting(sql`${now}`)})`.as('l'),
      )
      .innerJoin('login_account as la', 'la.login_id', 'l.id')
      .select(['l.id', 'l.emailAddress', 'l.language', 'la.account_id as accountId', 'la.role'])
      .orderBy('l.isNew')
      .orderBy(sql`array_position(${forms}::text[], l."emailAddress")`)
      .orderBy('la.role', 'desc')
      .compile(),
);

/** The language of the customer who has the first of these accounts by number. */
const selectFirstLanguage = compileOnce(
  (db, { accountIds }: Placeholders<{ accountIds: readonly string[] }>) =>
    db
      .selectFrom('account as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .select('c.language')
      // One text for any number of accounts, and for none.
      .where(sql<boolean>`a.id = any(${accountIds}::uuid[])`)
      .orderBy('a.account_number')
      .limit(1)
      .compile(),
);

/**
 * Gives a login another sign-in address, unless another login has it. The address that the provider's files name it by
 * stays. Returns whether it did. Lock the address before.
 */
export async function replaceAddress(trx: Trx, loginId: string, address: string): Promise<boolean> {
  const others = loginForms(address);
  const { numUpdatedRows } = await trx
    .updateTable('login as l')
    .set((eb) => ({
      email_address: address,
      import_address: eb.fn.coalesce('l.import_address', 'l.email_address'),
    }))
    .where('l.id', '=', loginId)
    .where(
      sql<boolean>`not exists (select 1 from login o where o.email_address = any(${others}) and o.id <> l.id)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const selectNamedLogin = compileOnce((db, { loginId }: Placeholders<{ loginId: string }>) =>
  db
    .selectFrom('login')
    .select(['id', 'email_address', 'given_name', 'nickname'])
    .where('id', '=', loginId)
    .compile(),
);

const selectAccountIds = compileOnce((db, { loginId }: Placeholders<{ loginId: string }>) =>
  db.selectFrom('login_account').select('account_id as id').where('login_id', '=', loginId).compile(),
);

const selectNamedAccounts = compileOnce(
  (db, { loginId, accountIds }: Placeholders<{ loginId: string; accountIds: readonly string[] }>) =>
    db
      .selectFrom('account as a')
      .innerJoin('login_account as la', 'la.account_id', 'a.id')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .select([
        'a.account_number as account_id',
        'a.id as billing_account_id',
        'c.customer_number as customer_id',
        'c.first_name',
        'c.last_name',
        'la.role',
      ])
      .where('la.login_id', '=', loginId)
      .where(isOneOf('a.id', accountIds))
      .orderBy('la.role', 'desc')
      .orderBy('a.account_number')
      .compile(),
);

/** Returns the claims of the id_token. */
export async function getUser(db: Database | Trx, loginId: string): Promise<User> {
  const [[login], ids] = await Promise.all([
    selectNamedLogin(db, { loginId }),
    selectAccountIds(db, { loginId }),
  ]);
  if (!login) throw new Error(`There is no login ${loginId}`);
  const accountIds = ids.map(({ id }) => id);
  const accounts = await selectNamedAccounts(db, { loginId, accountIds });
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
    accounts: accounts.map(({ account_id, customer_id, billing_account_id }) => ({
      account_id,
      customer_id,
      billing_account_id,
    })),
  };
}
