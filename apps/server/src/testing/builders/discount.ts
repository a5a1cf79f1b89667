import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { insertRow } from '../rows.ts';
import type { BuiltAccount } from './account.ts';

/** The columns of a discount. */
export type DiscountFields = Insertable<Tables['discount']>;

/** Builds a discount of an account: one that it may have and does not have yet. */
export async function buildDiscount(
  db: Database,
  { id }: BuiltAccount,
  fields: Pick<DiscountFields, 'discount_type'> & Partial<DiscountFields>,
): Promise<void> {
  await insertRow(db, 'discount', { account_id: id, is_applied: false, is_eligible: true, ...fields });
}
