import type { GiftCardEntry } from '@myaccount/contract/gift-card-window';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

/** Returns what is known of a locked account's gift card; undefined if nothing is. */
export async function findGiftCard(trx: Trx, accountId: string): Promise<GiftCardEntry | undefined> {
  const { entry } = await trx.selectNoFrom(giftCardOf(accountId).as('entry')).executeTakeFirstOrThrow();
  return entry ?? undefined;
}

/** Returns the expression of what is known of an account's gift card; null if nothing is. */
export function giftCardOf(accountId: string): RawBuilder<GiftCardEntry | null> {
  return sql`(
    select jsonb_build_object('isApplied', is_applied or registered_at is not null, 'isEligible', is_eligible,
      'eligibleDate', eligible_date)
    from discount where account_id = ${accountId} and discount_type = 'GiftCard')`;
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
