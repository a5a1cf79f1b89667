import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Gives the payments of the next accounts their references, and remembers how far it came. Returns false when there is
 * nothing left to do, or when another server is at it.
 */
export async function fillNextReferences(db: Database, accounts: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const backfill = await trx
      .selectFrom('payment_reference_backfill')
      .select('after_account_id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!backfill) return false;
    const next = await trx
      .selectFrom('account')
      .select('id')
      .where('id', '>', backfill.after_account_id)
      .orderBy('id')
      .limit(accounts)
      .execute();
    const last = next.at(-1);
    if (!last) {
      await trx.deleteFrom('payment_reference_backfill').execute();
      return false;
    }
    const ids = next.map(({ id }) => id);
    await sql`
      select give_payment_reference(p.account_id, p.id) from payment p
      where p.account_id = any(${ids}::uuid[]) and not exists (
        select 1 from payment_reference r
        where r.account_id = any(${ids}::uuid[]) and r.account_id = p.account_id and r.payment_id = p.id
      )`.execute(trx);
    await trx.updateTable('payment_reference_backfill').set({ after_account_id: last.id }).execute();
    return true;
  });
}

/** Returns the payments with a reference, which is unique only within an account, with their account numbers. */
export async function listPaymentsByReference(db: Database, reference: string) {
  return await db
    .selectFrom('payment_reference as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['p.id', 'p.state', 'p.occurred_on as occurredOn', 'p.amount_cents as amountCents'])
    .select(['a.account_number as accountNumber', 'r.reference'])
    .where('r.reference', '=', reference)
    .orderBy('a.account_number')
    .execute();
}
