import { findByNumber } from '../../platform/database/account-lookup.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';

/** Locks the account of a bill and returns the bill; undefined when no bill has the number. */
export async function lockInvoiceByNumber(trx: Trx, invoiceNumber: string) {
  const row = await findByNumber(trx, 'invoice', invoiceNumber, async (accountId) => {
    await lockAccount(trx, accountId);
    return await trx
      .selectFrom('invoice')
      .select(['account_id', 'id', 'amount_cents', 'voided_at'])
      .where('account_id', '=', accountId)
      .where('invoice_number', '=', invoiceNumber)
      .executeTakeFirst();
  });
  if (!row) return undefined;
  return {
    accountId: row.account_id,
    id: row.id,
    amountCents: row.amount_cents,
    isVoided: row.voided_at !== null,
  };
}

/** Takes a bill out of every list and sum. */
export async function markVoided(
  trx: Trx,
  invoice: { readonly accountId: string; readonly id: string },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('invoice')
    .set({ voided_at: at })
    .where('account_id', '=', invoice.accountId)
    .where('id', '=', invoice.id)
    .execute();
}
