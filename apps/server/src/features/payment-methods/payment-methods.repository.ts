import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { LastPayment, ShownMethod } from './payment-methods.rules.ts';
import type { MethodKey } from './saved-method.repository.ts';

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
  /** The last payment with it that its bank answered; null when there is none. */
  readonly lastPayment: LastPayment | null;
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
  timeZone: string,
): Promise<SavedMethod[] | undefined> {
  const { rows } = await sql<Row>`
    with own as materialized (
      select 1 from login_account where login_id = ${caller.loginId} and account_id = ${accountId})
    select m.id is not null as has_method, m.id, m.method_type as "methodType", m.card_type as "cardType", m.nickname,
      m.last_four as "lastFour", m.expires_on as "expiresOn", m.account_holder_name as "holderName",
      m.is_default as "isDefault", m.is_valid as "isValid",
      ${usesOf(accountId)},
      array(select p.failure_code from payment p
        where p.account_id = ${accountId} and p.payment_method_id = m.id and p.state = 'RETURNED') as returns,
      (select json_build_object('state', p.state, 'failureCode', p.failure_code,
          'answeredOn', coalesce((p.state_at at time zone ${timeZone})::date, p.occurred_on))
        from payment p
        where p.account_id = ${accountId} and p.payment_method_id = m.id
          and p.state in ('COMPLETED', 'PENDING', 'PROCESSING_ERROR', 'RETURNED')
          and coalesce(p.failure_code, '') not in ('never-charged', 'unavailable')
        order by coalesce(p.state_at, p.occurred_at) desc, p.id desc limit 1) as "lastPayment"
    from own left join payment_method m on m.account_id = ${accountId} and m.valid_to is null
    order by m.is_default desc, m.created_at desc, m.id desc`.execute(db);
  return rows.length > 0 ? rows.filter((row) => row.has_method) : undefined;
}

/** Selects what uses a method `m` of an account. */
export function usesOf(accountId: string) {
  return sql`exists (select 1 from autopay_enrollment e
      where e.account_id = ${accountId} and e.payment_method_id = m.id and e.ended_at is null) as "isUsedByAutopay",
    exists (select 1 from payment p
      where p.account_id = ${accountId} and p.payment_method_id = m.id and p.state = 'PLANNED') as "isUsedByPlanned"`;
}

/** Stores the card network's number of a method's first charge, unless it has one. */
export async function setNetworkTransaction(
  trx: Trx,
  { accountId, methodId }: MethodKey,
  networkTransaction: string,
): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ network_transaction: networkTransaction })
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .where('network_transaction', 'is', null)
    .execute();
}

/** Marks a bank account as one that does not exist. */
export async function setInvalid(trx: Trx, { accountId, methodId }: MethodKey): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ is_valid: false })
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .execute();
}
