import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { usesOf } from './payment-methods.repository.ts';
import type { MethodUse, NamedMethod } from './payment-methods.rules.ts';

/** A saved method, removed or not, with what decides whether it may be changed. */
export interface ChangedMethod extends NamedMethod, MethodUse {}

/** Returns a saved method of a locked account; undefined if it has none with this id. */
export async function findChangedMethod(
  trx: Trx,
  accountId: string,
  methodId: string,
): Promise<ChangedMethod | undefined> {
  const { rows } = await sql<ChangedMethod>`
    select m.id, m.card_type as "cardType", m.last_four as "lastFour", m.expires_on as "expiresOn",
      m.is_default as "isDefault", m.valid_to is not null as "isRemoved", ${usesOf(accountId)}
    from payment_method m where m.account_id = ${accountId} and m.id = ${methodId}`.execute(trx);
  return rows[0];
}

/** Ends a method of a locked account. */
export async function endMethod(trx: Trx, accountId: string, methodId: string, at: Date): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ valid_to: at })
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .execute();
}
