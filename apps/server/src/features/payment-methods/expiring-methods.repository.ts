import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import type { NamedMethod } from './payment-methods.rules.ts';

/** A card whose customer is to be told that it expires. */
export interface ExpiringMethod extends NamedMethod {
  readonly accountId: string;
}

/**
 * Marks cards of active accounts that expire from one day to another as told, and returns them. A card that another
 * server is marking is skipped, and a marked one is never returned again for the same expiry.
 */
export async function claimExpiringMethods(
  trx: Trx,
  days: { readonly from: string; readonly to: string },
  limit: number,
): Promise<ExpiringMethod[]> {
  const { rows } = await sql<ExpiringMethod>`
    update payment_method m set expiry_mailed_for = m.expires_on
    from (
      select c.account_id, c.id from payment_method c
      join account a on a.id = c.account_id and a.status = 'ACTIVE'
      where c.valid_to is null and c.expires_on between ${days.from} and ${days.to}
        and c.expiry_mailed_for is distinct from c.expires_on
      order by c.expires_on, c.account_id limit ${limit} for update of c skip locked
    ) due
    where m.account_id = due.account_id and m.id = due.id
    returning m.account_id as "accountId", m.id, m.card_type as "cardType", m.last_four as "lastFour",
      m.expires_on as "expiresOn"`.execute(trx);
  return rows;
}
