import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A refund, as billing needs to know it. */
export interface RefundEvent {
  readonly id: string;
  readonly means: string;
  readonly occurredOn: string;
  readonly reference: string;
  readonly transaction: string | null;
  readonly reason: string;
}

/** A payment's state transition or refund, with what a billing system needs to know. */
export interface PaymentEvent {
  readonly position: number;
  readonly batch: string;
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
  readonly paymentReference: string;
  readonly processorTransaction: string | null;
  readonly failureCode: string | null;
  /** The refund that the event is; null for any other. */
  readonly refund: RefundEvent | null;
  /** The payment's allocations, including reversed ones; a null number is the opening debt. */
  readonly appliedTo: readonly { readonly invoiceNumber: string | null; readonly cents: number }[];
}

/** Gives every committed event without a position the next one. */
export async function assignExportPositions(db: Database): Promise<void> {
  await sql`select assign_export_positions()`.execute(db);
}

/** Returns the id of what counts the positions of this database. */
export async function getExportStream(db: Database): Promise<string> {
  return (await db.selectFrom('export_stream').select('id').executeTakeFirstOrThrow()).id;
}

/** Returns the batch that assigned a position; undefined if none did. */
export async function findExportBatch(db: Database, position: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_event')
    .select('export_batch')
    .where('export_position', '=', position)
    .executeTakeFirst();
  return row?.export_batch ?? undefined;
}

/** Returns events after a position, in order. Positions have no gaps and never commit after a higher one. */
export async function listPaymentEvents(db: Database, after: number, limit: number): Promise<PaymentEvent[]> {
  const { rows } = await sql<PaymentEvent>`
    select e.export_position as position, e.export_batch as batch, e.payment_id as "paymentId",
      a.account_number as "accountNumber", e.from_state as "from", e.to_state as "to",
      e.amount_cents as "amountCents", e.at, p.occurred_on as "occurredOn", p.is_recurring as "isRecurring",
      p.method_type as "methodType", p.card_type as "cardType", p.last_four as "lastFour", p.processor,
      p.processor_reference as reference, p.processor_transaction as "processorTransaction",
      (select r.reference from payment_reference r where r.account_id = e.account_id and r.payment_id = e.payment_id)
        as "paymentReference",
      p.failure_code as "failureCode",
      (select json_build_object('id', f.id, 'means', f.means, 'occurredOn', f.occurred_on, 'reference', f.processor_reference,
          'transaction', f.processor_transaction, 'reason', f.reason)
        from refund f where f.account_id = e.account_id and f.id = e.refund_id) as refund,
      (select coalesce(json_agg(json_build_object('invoiceNumber', i.invoice_number, 'cents', pa.amount_cents)
          order by i.due_on nulls first, i.id), '[]')
        from payment_allocation pa left join invoice i on i.account_id = pa.account_id and i.id = pa.invoice_id
        where pa.account_id = e.account_id and pa.payment_id = e.payment_id) as "appliedTo"
    from payment_event e
    join payment p on p.account_id = e.account_id and p.id = e.payment_id
    join account a on a.id = e.account_id
    where e.export_position > ${after}
    order by e.export_position
    limit ${limit}`.execute(db);
  return rows;
}
