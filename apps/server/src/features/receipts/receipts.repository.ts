import type { InvoiceKind } from '@myaccount/contract/invoices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { mailKey, paymentMailNames } from '../payment-state/outcome.rules.ts';
import { type Payment, paymentColumns, paymentOf } from '../payment-state/payment.repository.ts';

/**
 * Returns the address that the last mail about a payment of the caller went or goes to; undefined if there is none, or
 * if it is so old that it was deleted.
 */
export async function findMailAddress(db: Database, payment: Payment): Promise<string | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select('recipient')
    .where(
      'event_key',
      'in',
      paymentMailNames.map((name) => mailKey(name, payment.id)),
    )
    .where('account_id', '=', payment.accountId)
    .where('state', '!=', 'DEAD')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.recipient;
}

/** Returns the live allocations of a payment of the caller, oldest first. A null number is the opening debt. */
export async function listAllocations(
  db: Database,
  payment: Payment,
): Promise<{ invoiceNumber: string | null; kind: InvoiceKind | null; amountCents: number }[]> {
  return await db
    .selectFrom('payment_allocation as pa')
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.account_id', '=', 'pa.account_id').onRef('i.id', '=', 'pa.invoice_id'),
    )
    .select(['i.invoice_number as invoiceNumber', 'i.kind', 'pa.amount_cents as amountCents'])
    .where('pa.account_id', '=', payment.accountId)
    .where('pa.payment_id', '=', payment.id)
    .where('pa.reversed_at', 'is', null)
    .orderBy(sql`i.due_on nulls first`)
    .orderBy('i.id')
    .execute();
}

/** Returns what was given back of a payment of the caller, oldest first. */
export async function listRefunded(
  db: Database,
  payment: Payment,
): Promise<{ id: string; amountCents: number; occurredOn: string }[]> {
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'amount_cents as amountCents', 'occurred_on as occurredOn'])
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'DONE')
    .orderBy('ordinal')
    .execute();
  return rows.map((row) => ({ ...row, occurredOn: row.occurredOn ?? '' }));
}

/** Returns a payment of the caller with its account number; undefined if it is not the caller's or doesn't exist. */
export async function findPayment(db: Database, caller: Caller, paymentId: string) {
  const row = await db
    .selectFrom('payment as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(paymentColumns(caller.accountIds))
    .select('a.account_number')
    .where(isOneOf('p.account_id', caller.accountIds))
    .where('p.id', '=', paymentId)
    .where('p.state', '!=', 'CANCELLED')
    .executeTakeFirst();
  return row && { ...paymentOf(row), accountNumber: row.account_number };
}
