import { type Expression, type Insertable, type SqlBool, sql } from 'kysely';
import { ownsContact } from '../../platform/contact-owner.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { loginForms } from '../../platform/email-forms.ts';
import { lockAccounts } from '../accounts/account-lock.repository.ts';

const columns = [
  'login_change.login_id as loginId',
  'from_address as from',
  'to_address as to',
  'opens_at as opensAt',
  'expires_at as expiresAt',
  'stopped_at as stoppedAt',
  'completed_at as completedAt',
] as const;

/** A change of a login's sign-in address. A code sent to `to` completes it from `opensAt` until `expiresAt`. */
export type LoginChangeRow = NonNullable<Awaited<ReturnType<typeof findLoginChange>>>;

/** Whether a change was neither stopped nor completed, and can still be. */
export const isWaiting = (now: Expression<Date> | Date) =>
  sql<SqlBool>`stopped_at is null and completed_at is null and expires_at > ${now}`;

/** What decides whether an operator may change the sign-in address of a login. */
export interface ChangeableLogin {
  readonly id: string;
  readonly emailAddress: string;
  /** The newest check of a PIN of its accounts since a time; null without one. */
  readonly pinCheck: string | null;
  /** Whether another login has the new address, or is going to. */
  readonly isTaken: boolean;
  readonly isWaiting: boolean;
}

/** Returns the login of an address with what decides about its change to another; undefined without one. */
export async function findChangeableLogin(
  db: Database,
  { from, to }: Readonly<Record<'from' | 'to', string>>,
  { now, checkedSince }: Readonly<Record<'now' | 'checkedSince', Date>>,
): Promise<ChangeableLogin | undefined> {
  const [forms, others] = [loginForms(from), loginForms(to)];
  const { rows } = await sql<ChangeableLogin>`
    select l.id, l.email_address as "emailAddress",
      (select e.action from login_account la join audit_entry e on e.account_id = la.account_id
        where la.login_id = l.id and e.at >= ${checkedSince}
          and e.action in ('account-info.pin-verified', 'account-info.pin-refused')
        order by e.at desc, e.id desc limit 1) as "pinCheck",
      exists (select 1 from login o where o.email_address = any(${others}) and o.id <> l.id)
        or exists (select 1 from login_change c
          where c.to_address = any(${others}) and c.login_id <> l.id and ${isWaiting(now)}) as "isTaken",
      exists (select 1 from login_change c where c.login_id = l.id and ${isWaiting(now)}) as "isWaiting"
    from login l where l.email_address = any(${forms})
    order by array_position(${forms}::text[], l.email_address) limit 1`.execute(db);
  return rows[0];
}

/** Stores a change in place of one that is over and returns it; undefined if one waits: of two operators at once, one succeeds. */
export async function insertLoginChange(
  trx: Trx,
  row: Insertable<Tables['login_change']>,
  now: Date,
): Promise<LoginChangeRow | undefined> {
  return await trx
    .insertInto('login_change')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('login_id')
        .doUpdateSet({ ...row, stopped_at: null, completed_at: null })
        .where(sql<SqlBool>`login_change.stopped_at is not null or login_change.completed_at is not null
          or login_change.expires_at <= ${now}`),
    )
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the change of a link by the hash of its token; undefined if there is none, or another took its row. */
export async function findLoginChange(db: Database, tokenHash: Buffer) {
  const query = db.selectFrom('login_change').select(columns).where('token_hash', '=', tokenHash);
  return await query.executeTakeFirst();
}

/** Returns the change of a login, if there is one, and whether it signs in with the new address already. */
export const listLoginChanges = compileOnce((trx, { loginId }: Placeholders<{ loginId: string }>) =>
  trx
    .selectFrom('login_change')
    .innerJoin('login as l', 'l.id', 'login_id')
    .select(columns)
    .select((eb) => eb('to_address', '=', eb.ref('l.email_address')).$castTo<boolean>().as('isOwn'))
    .where('login_id', '=', loginId)
    .compile(),
);

/** Ends the waiting change of a login and returns it; undefined if none waits: of a stop and a code at once, one wins. */
export async function endLoginChange(
  trx: Trx,
  loginId: string,
  end: 'stopped_at' | 'completed_at',
  now: Date,
): Promise<LoginChangeRow | undefined> {
  const update = trx
    .updateTable('login_change')
    .set({ [end]: now })
    .where('login_id', '=', loginId);
  return await update.where(isWaiting(now)).returning(columns).executeTakeFirst();
}

/** Returns the accounts of a login. */
export async function listAccountIds(trx: Trx, loginId: string): Promise<string[]> {
  const own = trx.selectFrom('login_account').select('account_id as id').where('login_id', '=', loginId);
  return (await own.execute()).map(({ id }) => id);
}

/**
 * Locks the accounts of a login, and returns those whose contact it may change, with that contact. Whoever changes a contact locks
 * its accounts first.
 */
export async function lockOwnContacts(trx: Trx, loginId: string) {
  const accountIds = await listAccountIds(trx, loginId);
  await lockAccounts(trx, accountIds);
  return await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.id as accountId', 'c.id as customerId', 'c.email_address as emailAddress'])
    .where(isOneOf('a.id', accountIds))
    .where(ownsContact({ loginId, accountIds }))
    .orderBy('a.id')
    .execute();
}

/** Keeps a login from what `requireNoHold` refuses, until a time. */
export async function holdLogin(trx: Trx, loginId: string, until: Date): Promise<void> {
  await trx.updateTable('login').set({ security_hold_until: until }).where('id', '=', loginId).execute();
}
