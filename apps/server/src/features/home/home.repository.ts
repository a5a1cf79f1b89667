import { billKinds } from '@myaccount/contract/invoices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';

/** A bill as the dashboard needs it. */
export interface RecentBill {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
  readonly paymentsReceivedCents: number;
}

const selectRecentBills = compileOnce(
  (db, { accountId, count }: Placeholders<{ accountId: string; count: number }>) =>
    db
      .selectFrom('invoice')
      .select(['id', 'invoice_number as invoiceNumber', 'issued_on as issuedOn', 'due_on as dueOn'])
      .select(['amount_cents as amountCents', 'previous_balance_cents as previousBalanceCents'])
      .select('payments_received_cents as paymentsReceivedCents')
      .where('account_id', '=', accountId)
      .where('voided_at', 'is', null)
      .where('kind', 'in', sql<never>`(${sql.join(billKinds.map((kind) => sql.lit(kind)))})`)
      .orderBy('issued_on', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .compile(),
);

/** The last bills of an account that was found for its caller, newest first. */
export async function listRecentBills(db: Database, accountId: string, count: number): Promise<RecentBill[]> {
  return await selectRecentBills(db, { accountId, count });
}
