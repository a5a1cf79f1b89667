import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { NamedMethod } from './payment-methods.rules.ts';

/** From which day to which a card expires. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns accounts that have cards whose customers were not told yet that they expire, each once for each card. */
export async function listExpiringAccounts(db: Database, days: Days, limit: number): Promise<string[]> {
  const expiring = (among: Among) =>
    db
      .selectFrom('payment_method as c')
      .innerJoin('account as a', 'a.id', 'c.account_id')
      .select('c.account_id as accountId')
      .where('a.status', '=', 'ACTIVE')
      .where('c.valid_to', 'is', null)
      .where((eb) => eb.between('c.expires_on', days.from, days.to))
      .where('c.expiry_mailed_for', 'is distinct from', (eb) => eb.ref('c.expires_on'))
      .where(among('c.account_id', 'a.id'))
      .orderBy('c.expires_on')
      .orderBy('c.account_id')
      .limit(limit);
  const rows = await lookForWork(db, expiring, limit);
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
