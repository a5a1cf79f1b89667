import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { NamedMethod } from './payment-methods.rules.ts';

/** From which day to which a card expires. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns accounts that have cards whose customers were not told yet that they expire, each once for each card. */
export async function listExpiringAccounts(db: Database, days: Days, limit: number): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select c.account_id as "accountId" from payment_method c
    join account a on a.id = c.account_id and a.status = 'ACTIVE'
    where c.valid_to is null and c.expires_on between ${days.from} and ${days.to}
      and c.expiry_mailed_for is distinct from c.expires_on
    order by c.expires_on, c.account_id limit ${limit}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}

/**
 * Marks the cards of an account that expire on these days as told, and returns them. A marked one is never returned again for the
 * same expiry.
 */
export async function claimExpiringMethods(trx: Trx, accountId: string, days: Days): Promise<NamedMethod[]> {
  const { rows } = await sql<NamedMethod>`
    update payment_method set expiry_mailed_for = expires_on
    where account_id = ${accountId} and valid_to is null and expires_on between ${days.from} and ${days.to}
      and expiry_mailed_for is distinct from expires_on
    returning id, card_type as "cardType", last_four as "lastFour", expires_on as "expiresOn"`.execute(trx);
  return rows;
}
