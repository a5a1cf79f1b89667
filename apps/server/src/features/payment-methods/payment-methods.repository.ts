import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { sql } from 'kysely';
import { compileOnce, type Placeholders } from '../../platform/database/compile-once.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { sendAhead } from '../../platform/database/send-ahead.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { ShownMethod } from './payment-methods.rules.ts';

/** A saved method that has not been removed, with what uses it. */
export interface SavedMethod extends ShownMethod {
  readonly id: string;
  readonly isDefault: boolean;
  readonly isUsedByAutopay: boolean;
  readonly isUsedByPlanned: boolean;
  /** False once the bank said that there is no such account. */
  readonly isValid: boolean;
  /** Why debits of it came back. */
  readonly returns: readonly (PaymentFailure | null)[];
}

interface Row extends SavedMethod {
  readonly has_method: boolean;
}

/**
 * Returns an account's saved methods without removed ones: the default first, then the newest. Undefined if the
 * account is not the caller's.
 */
export async function listSavedMethods(
  db: Database,
  caller: Caller,
  accountId: string,
): Promise<SavedMethod[] | undefined> {
  const { rows } = await sql<Row>`
    select m.id is not null as has_method, m.id, m.method_type as "methodType", m.card_type as "cardType", m.nickname,
      m.last_four as "lastFour", m.expires_on as "expiresOn", m.account_holder_name as "holderName",
      m.is_default as "isDefault", m.is_valid as "isValid",
      exists (select 1 from autopay_enrollment e
        where e.account_id = ${accountId} and e.payment_method_id = m.id and e.ended_at is null) as "isUsedByAutopay",
      exists (select 1 from payment p
        where p.account_id = ${accountId} and p.payment_method_id = m.id and p.state = 'PLANNED') as "isUsedByPlanned",
      array(select p.failure_code from payment p
        where p.account_id = ${accountId} and p.payment_method_id = m.id and p.state = 'RETURNED') as returns
    from login_account la
    left join payment_method m on m.account_id = ${accountId} and m.valid_to is null
    where la.login_id = ${caller.loginId} and la.account_id = ${accountId}
    order by m.is_default desc, m.created_at desc, m.id desc`.execute(db);
  return rows.length > 0 ? rows.filter((row) => row.has_method) : undefined;
}

const selectDefaultMethod = compileOnce((db, { accountId }: Placeholders<{ accountId: string }>) =>
  db
    .selectFrom('payment_method')
    .select(['id', 'method_type as methodType', 'card_type as cardType', 'nickname', 'last_four as lastFour'])
    .select(['expires_on as expiresOn', 'account_holder_name as holderName'])
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .where('valid_to', 'is', null)
    .compile(),
);

/** Returns the default method of an account already found for its caller; undefined if it has none. */
export async function findDefaultMethod(db: Database, accountId: string): Promise<ShownMethod | undefined> {
  const [method] = await selectDefaultMethod(db, { accountId });
  return method;
}

/** Stores the card network's number of a method's first charge, unless it has one. */
export async function setNetworkTransaction(
  trx: Trx,
  method: { readonly accountId: string; readonly id: string },
  networkTransaction: string,
): Promise<void> {
  const update = trx
    .updateTable('payment_method')
    .set({ network_transaction: networkTransaction })
    .where('account_id', '=', method.accountId)
    .where('id', '=', method.id)
    .where('network_transaction', 'is', null);
  await sendAhead(trx, update);
}

/** Returns a method, removed or not; undefined if the account has none with this id. */
export async function findMethod(
  db: Database,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<ShownMethod | undefined> {
  return await db
    .selectFrom('payment_method')
    .select(['id', 'method_type as methodType', 'card_type as cardType', 'nickname', 'last_four as lastFour'])
    .select(['expires_on as expiresOn', 'account_holder_name as holderName'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks a bank account as one that does not exist. */
export async function setInvalid(
  trx: Trx,
  method: { readonly accountId: string; readonly id: string },
): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ is_valid: false })
    .where('account_id', '=', method.accountId)
    .where('id', '=', method.id)
    .execute();
}
