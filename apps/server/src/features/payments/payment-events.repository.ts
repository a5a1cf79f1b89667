import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A position in the order of payment events. */
export interface EventCursor {
  /** The transaction that wrote the event, as text: it can exceed a safe integer. */
  readonly transaction: string;
  readonly number: string;
}

/** A payment's state transition, with what a billing system needs to know. */
export interface PaymentEvent extends EventCursor {
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly amountCents: number;
  readonly at: Date;
  readonly occurredOn: string;
  readonly isRecurring: boolean;
  readonly methodType: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  readonly processor: string | null;
  readonly reference: string | null;
  readonly processorTransaction: string | null;
  readonly failureCode: string | null;
  /** The payment's allocations, including reversed ones; a null number is the opening debt. */
  readonly appliedTo: readonly { readonly invoiceNumber: string | null; readonly cents: number }[];
}

/**
 * Returns events after a cursor, in order. Leaves out events that a still open older transaction could precede, so
 * that the next call never skips one.
 */
export async function listPaymentEvents(
  db: Database,
  since: EventCursor,
  limit: number,
): Promise<PaymentEvent[]> {
  const { rows } = await sql<PaymentEvent>`
    select e.transaction::text as transaction, e.number::text as number, e.payment_id as "paymentId",
      a.account_number as "accountNumber", e.from_state as "from", e.to_state as "to",
      e.amount_cents as "amountCents", e.at, p.occurred_on as "occurredOn", p.is_recurring as "isRecurring",
      p.method_type as "methodType", p.card_type as "cardType", p.last_four as "lastFour", p.processor,
      p.processor_reference as reference, p.processor_transaction as "processorTransaction",
      p.failure_code as "failureCode",
      (select coalesce(json_agg(json_build_object('invoiceNumber', i.invoice_number, 'cents', pa.amount_cents)
          order by i.due_on nulls first, i.id), '[]')
        from payment_allocation pa left join invoice i on i.account_id = pa.account_id and i.id = pa.invoice_id
        where pa.account_id = e.account_id and pa.payment_id = e.payment_id) as "appliedTo"
    from payment_event e
    join payment p on p.account_id = e.account_id and p.id = e.payment_id
    join account a on a.id = e.account_id
    where (e.transaction, e.number) > (${since.transaction}::xid8, ${since.number}::bigint)
      and e.transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by e.transaction, e.number
    limit ${limit}`.execute(db);
  return rows;
}
