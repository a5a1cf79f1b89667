import type { GiftCardEntry } from '@myaccount/contract/gift-card-window';
import type { Trx } from '../../platform/database/connect.ts';

/** Returns what is known of a locked account's gift card; undefined if nothing is. */
export async function findGiftCard(trx: Trx, accountId: string): Promise<GiftCardEntry | undefined> {
  const row = await trx
    .selectFrom('discount')
    .select(['is_applied', 'is_eligible', 'eligible_date', 'registered_at'])
    .where('account_id', '=', accountId)
    .where('discount_type', '=', 'GiftCard')
    .executeTakeFirst();
  if (!row) return undefined;
  const isApplied = row.is_applied || row.registered_at !== null;
  return { isApplied, isEligible: row.is_eligible, eligibleDate: row.eligible_date };
}

/** Stores the registration of a locked account's gift card. */
export async function markRegistered(trx: Trx, accountId: string, at: Date): Promise<void> {
  await trx
    .updateTable('discount')
    .set({ registered_at: at })
    .where('account_id', '=', accountId)
    .where('discount_type', '=', 'GiftCard')
    .execute();
}
