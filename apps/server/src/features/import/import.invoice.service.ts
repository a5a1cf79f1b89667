import { sql } from 'kysely';
import { asIssuedOf, type BillTo, pastDueAtIssue } from '../invoices/as-issued.rules.ts';
import { type Posting, postInvoice, postInvoiceCorrection } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.account.service.ts';
import { chargesOf, type HistoryBill } from './import.account-history.rules.ts';
import type { Change } from './import.changes.rules.ts';
import { chargeMapping, invoiceMapping, itemMapping } from './import.history-mapping.rules.ts';
import { columnsOf } from './import.mapping.rules.ts';
import { auditImport, rememberRecord } from './import.record.service.ts';
import type { KnownBill } from './import.repository.ts';
import type { WriteContext } from './import.unit.rules.ts';
import { statements, type Writes } from './import.writes.repository.ts';

/** Writes postings of an account into the ledger. */
export function writePostings(
  accountId: string,
  postings: readonly Posting[],
  { writes, now }: WriteContext,
): void {
  for (const posting of postings)
    writes.insert('ledger_posting', {
      account_id: accountId,
      event_key: posting.eventKey,
      debit: posting.debit,
      credit: posting.credit,
      amount_cents: posting.amountCents,
      occurred_on: posting.occurredOn,
      posted_at: now,
      invoice_id: posting.invoiceId,
      payment_id: posting.paymentId,
    });
}

/** What payments and earlier bills make of a bill. */
export interface BillFigures {
  readonly openCents: number;
  readonly paidOn: string | null;
  /** The live bills before it, oldest first. */
  readonly earlier: readonly HistoryBill[];
}

type ChangedBill = HistoryBill & { readonly change: Change<'invoice'> };

/** Writes what a line says of a bill: the bill, its charges, and what it posts or corrects. */
export async function writeBill(
  bill: ChangedBill,
  { account, billTo }: { readonly account: AccountId; readonly billTo: BillTo },
  figures: BillFigures,
  context: WriteContext,
): Promise<void> {
  const { change, known } = bill;
  if (known) await correctBill({ ...bill, known }, account, figures, context);
  else {
    const { now } = change;
    context.writes.insert('invoice', {
      id: bill.id,
      ...columnsOf(invoiceMapping, now, invoiceContext(bill, account, figures, context)),
      ...amountColumns(bill, figures),
      original_due_on: now.dueOn,
      as_issued: JSON.stringify(asIssuedOf(billTo, bill, figures.earlier)),
    });
    writeCharges(bill, account, context.writes);
    const charges = chargesOf(now);
    writePostings(account.id, postInvoice({ ...bill, charges }), context);
  }
  rememberRecord(change, context);
}

function amountColumns({ amountCents }: HistoryBill, { openCents, paidOn }: BillFigures) {
  return { amount_cents: amountCents, open_cents: openCents, paid_on: paidOn };
}

function invoiceContext(
  { previousBalanceCents }: HistoryBill,
  account: AccountId,
  { earlier }: BillFigures,
  { timeZone }: WriteContext,
) {
  const before = earlier.at(-1);
  // What was owed at the bill before, less the previous balance, was received in between.
  const receivedCents = before
    ? Math.max(before.previousBalanceCents + before.amountCents - previousBalanceCents, 0)
    : 0;
  return { accountId: account.id, timeZone, receivedCents };
}

/** A bill that is there already: changed fields, changed charges, and the difference of its amount as a correction. */
async function correctBill(
  bill: ChangedBill & { readonly known: KnownBill },
  account: AccountId,
  figures: BillFigures,
  context: WriteContext,
): Promise<void> {
  const { id, change, known, amountCents } = bill;
  const { fields, now } = change;
  const { writes } = context;
  const changed = columnsOf(invoiceMapping, now, invoiceContext(bill, account, figures, context), fields);
  const key = { account_id: account.id, id };
  writes.update('invoice', { ...changed, ...amountColumns(bill, figures) }, key);
  if (fields.has('issuedOn') || fields.has('previousBalance'))
    writes.last(updatePastDue(account.id, bill, figures));
  if (fields.has('items')) {
    writes.remove('invoice_charge', { account_id: account.id, invoice_id: id });
    writes.remove('invoice_item', { account_id: account.id, invoice_id: id });
    writeCharges(bill, account, writes);
  }
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0) return;
  const number = 1 + (await context.known.countPostings(account.id, `invoice-correction:${id}:`));
  writePostings(account.id, postInvoiceCorrection(id, number, context.today, differenceCents), context);
  const detail = { invoiceNumber: bill.number, fromCents: known.amountCents, toCents: amountCents };
  auditImport(account.id, 'import.invoice-corrected', detail, context);
}

/** Of what a bill keeps from its issue, only what was past due follows its correction. */
function updatePastDue(accountId: string, bill: HistoryBill, { earlier }: BillFigures) {
  const pastDue = JSON.stringify(pastDueAtIssue(bill, earlier));
  return statements
    .updateTable('invoice')
    .set({ as_issued: sql`as_issued || ${pastDue}::jsonb` })
    .where('account_id', '=', accountId)
    .where('id', '=', bill.id);
}

function writeCharges({ id, change }: ChangedBill, account: AccountId, writes: Writes): void {
  for (const [index, item] of change.now.items.entries()) {
    const context = { accountId: account.id, invoiceId: id, itemPosition: index + 1, position: 0 };
    writes.insert('invoice_item', columnsOf(itemMapping, item, context));
    for (const [position, charge] of item.charges.entries())
      writes.insert(
        'invoice_charge',
        columnsOf(chargeMapping, charge, { ...context, position: position + 1 }),
      );
  }
}
