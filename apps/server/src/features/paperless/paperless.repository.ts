import type { BillType } from '@myaccount/contract/accounts';
import type { Trx } from '../../platform/database/connect.ts';

/** Stores how a locked account gets its bills. */
export async function changeDelivery(trx: Trx, accountId: string, billType: BillType): Promise<void> {
  await trx.updateTable('account').set({ bill_type: billType }).where('id', '=', accountId).execute();
}
