import type { BillType } from '@myaccount/contract/accounts';
import type { Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';

/** Locks an account of the caller and returns how it gets its bills; undefined if it is not the caller's. */
export async function lockDelivery(trx: Trx, caller: Caller, accountNumber: string) {
  return await trx
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .select(['a.id', 'a.bill_type as billType'])
    .where('la.login_id', '=', caller.loginId)
    .where(isOneOf('a.id', caller.accountIds))
    .where('a.account_number', '=', accountNumber)
    .forNoKeyUpdate('a')
    .executeTakeFirst();
}

/** Stores how a locked account gets its bills. */
export async function changeDelivery(trx: Trx, accountId: string, billType: BillType): Promise<void> {
  await trx.updateTable('account').set({ bill_type: billType }).where('id', '=', accountId).execute();
}
