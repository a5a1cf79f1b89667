import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A bill as the dashboard needs it. */
export interface RecentBill {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amountCents: number;
  readonly openCents: number;
  readonly previousBalanceCents: number;
  readonly paymentsReceivedCents: number;
}

/** The last bills of an account that was found for its caller, newest first. */
export async function listRecentBills(db: Database, accountId: string, count: number): Promise<RecentBill[]> {
  return await db
    .selectFrom('invoice')
    .select(['id', 'invoice_number as invoiceNumber', 'issued_on as issuedOn', 'due_on as dueOn'])
    .select(['amount_cents as amountCents', 'open_cents as openCents'])
    .select([
      'previous_balance_cents as previousBalanceCents',
      'payments_received_cents as paymentsReceivedCents',
    ])
    .where('account_id', '=', accountId)
    .where('voided_at', 'is', null)
    .orderBy('issued_on', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

/** What is open and what is on its way, for an account that was found for its caller. */
export interface Outstanding {
  readonly dueOn: string | null;
  readonly pastDueCents: number;
  readonly inFlightCents: number;
  readonly plannedCents: number;
}

export async function getOutstanding(db: Database, accountId: string, today: string): Promise<Outstanding> {
  const { rows } = await sql<Outstanding>`
    select
      (select min(due_on) from invoice where account_id = ${accountId} and open_cents > 0 and voided_at is null)
        as "dueOn",
      (select coalesce(sum(open_cents), 0)::bigint from invoice
        where account_id = ${accountId} and open_cents > 0 and voided_at is null and due_on < ${today})
        as "pastDueCents",
      coalesce(sum(amount_cents) filter (where state in ('SUBMITTING', 'UNKNOWN', 'PENDING')), 0)::bigint
        as "inFlightCents",
      coalesce(sum(amount_cents) filter (where state = 'PLANNED'), 0)::bigint as "plannedCents"
    from payment
    where account_id = ${accountId} and state in ('SUBMITTING', 'UNKNOWN', 'PENDING', 'PLANNED')`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate always gives a row');
  return row;
}
