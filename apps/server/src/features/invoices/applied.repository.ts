import type { AppliedAmount } from '@myaccount/contract/invoices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** What a payment or a credit was applied to an invoice with. */
export type AppliedAllocation = Awaited<ReturnType<typeof listAllocations>>[number];

/** All that was ever applied to an invoice that was found for its caller: by payment the newest first, then the latest first. */
export async function listAllocations(db: Database, invoice: { accountId: string; id: string }) {
  return await db
    .selectFrom('payment_allocation as l')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'l.account_id').onRef('p.id', '=', 'l.payment_id'),
    )
    .leftJoin('invoice as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.credit_invoice_id'),
    )
    // A refund releases its payment in the transaction that books it.
    .leftJoin('refund as r', (join) =>
      join
        .onRef('r.account_id', '=', 'l.account_id')
        .onRef('r.payment_id', '=', 'l.payment_id')
        .onRef('r.state_at', '=', 'l.reversed_at')
        .on('r.state', '=', 'DONE'),
    )
    .select(['l.amount_cents as amountCents', 'l.allocated_at as allocatedAt', 'l.reversed_at as reversedAt'])
    .select(['p.id as paymentId', 'p.state', 'p.occurred_on as occurredOn', 'p.payment_method_id as id'])
    .select([
      'p.method_type as methodType',
      'p.card_type as cardType',
      'p.nickname',
      'p.last_four as lastFour',
    ])
    .select(['c.issued_on as creditedOn', 'r.id as refundId'])
    .select(
      sql<AppliedAmount['credit']>`case when c.id is not null
        then jsonb_build_object('id', c.id, 'invoice_num', c.invoice_number, 'kind', c.kind) end`.as(
        'credit',
      ),
    )
    .where('l.account_id', '=', invoice.accountId)
    .where('l.invoice_id', '=', invoice.id)
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id')
    .orderBy(sql`l.reversed_at desc nulls first`)
    .execute();
}
