import type { Database } from '../../platform/database/connect.ts';

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
