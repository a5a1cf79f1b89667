import { asIssuedOf, type BillTo, pastDueAtIssue } from '../invoices/as-issued.rules.ts';
import { type Posting, postInvoice, postInvoiceCorrection } from '../ledger/ledger.rules.ts';
import { chargesOf, type HistoryBill } from './import.account-history.rules.ts';
import type { AccountId } from './import.accounts.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import type { KnownBill, KnownRepository } from './import.known.ts';
import { centsOf } from './import.money.ts';
import type { Content } from './import.parse.ts';
import { auditImport, remember } from './import.remember.ts';
import type { Change, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

/** What writing needs everywhere. */
export interface Desk {
  readonly context: ImportContext;
  readonly writes: Writes;
  readonly known: KnownRepository;
  /** The business day of the import. */
  readonly today: string;
}

/** Writes postings of an account into the ledger. */
export function writePostings(
  accountId: string,
  postings: readonly Posting[],
  { context, writes }: Pick<Desk, 'context' | 'writes'>,
): void {
  for (const posting of postings)
    writes.insert('ledger_posting', {
      account_id: accountId,
      event_key: posting.eventKey,
      debit: posting.debit,
      credit: posting.credit,
      amount_cents: posting.amountCents,
      occurred_on: posting.occurredOn,
      posted_at: context.now,
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

const columnsOf = {
  issuedOn: ['issued_on', 'payments_received_cents'],
  dueOn: ['due_on'],
  periodStart: ['period_start'],
  periodEnd: ['period_end'],
  previousBalance: ['previous_balance_cents', 'payments_received_cents'],
} as const;

/** Writes what a line says of a bill: the bill, its charges, and what it posts or corrects. */
export async function writeBill(
  bill: HistoryBill & { readonly change: Change<'invoice'> },
  { account, billTo }: { readonly account: AccountId; readonly billTo: BillTo },
  figures: BillFigures,
  desk: Desk,
): Promise<void> {
  const { change, known } = bill;
  const row = rowOf(bill, figures);
  if (known) await correctBill({ ...bill, known }, account, { row, figures }, desk);
  else {
    const { now } = change;
    desk.writes.insert('invoice', {
      account_id: account.id,
      id: bill.id,
      invoice_number: bill.number,
      original_due_on: now.dueOn,
      as_issued: JSON.stringify(asIssuedOf(billTo, bill, figures.earlier)),
      ...row,
    });
    writeCharges(bill, account, desk.writes);
    writePostings(account.id, postInvoice({ ...bill, charges: chargesOf(now) }), desk);
  }
  remember('invoice', change, desk.context, desk.writes);
}

function rowOf(
  bill: HistoryBill & { readonly change: Change<'invoice'> },
  { openCents, paidOn, earlier }: BillFigures,
) {
  const { now } = bill.change;
  return {
    issued_on: now.issuedOn,
    due_on: now.dueOn,
    period_start: now.periodStart,
    period_end: now.periodEnd,
    previous_balance_cents: centsOf(now.previousBalance),
    payments_received_cents: receivedCents(bill, earlier.at(-1)),
    amount_cents: bill.amountCents,
    open_cents: openCents,
    paid_on: paidOn,
  };
}

/** What was received since the bill before: what was owed then, less the previous balance. */
function receivedCents({ previousBalanceCents }: HistoryBill, before: HistoryBill | undefined): number {
  if (!before) return 0;
  return Math.max(before.previousBalanceCents + before.amountCents - previousBalanceCents, 0);
}

const updatePastDue = 'update invoice set as_issued = as_issued || $3 where account_id = $1 and id = $2';

/** A bill that is there already: changed fields, changed charges, and the difference of its amount as a correction. */
async function correctBill(
  bill: HistoryBill & { readonly change: Change<'invoice'>; readonly known: KnownBill },
  account: AccountId,
  { row, figures }: { readonly row: ReturnType<typeof rowOf>; readonly figures: BillFigures },
  desk: Desk,
): Promise<void> {
  const { id, change, known, amountCents } = bill;
  const { writes, context, today } = desk;
  const fields = changedFields(change.before, change.now);
  const { amount_cents, open_cents, paid_on } = row;
  const set = { ...changedColumns(fields, columnsOf, row), amount_cents, open_cents, paid_on };
  writes.update('invoice', set, { account_id: account.id, id });
  if (fields.has('issuedOn') || fields.has('previousBalance'))
    writes.last(updatePastDue, [account.id, id, JSON.stringify(pastDueAtIssue(bill, figures.earlier))]);
  if (fields.has('items')) {
    writes.remove('invoice_charge', { account_id: account.id, invoice_id: id });
    writes.remove('invoice_item', { account_id: account.id, invoice_id: id });
    writeCharges(bill, account, writes);
  }
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0) return;
  const number = 1 + (await desk.known.postings(account.id, `invoice-correction:${id}:`));
  writePostings(account.id, postInvoiceCorrection(id, number, today, differenceCents), desk);
  const detail = { invoiceNumber: bill.number, fromCents: known.amountCents, toCents: amountCents };
  auditImport(account.id, 'import.invoice-corrected', detail, { context, writes });
}

function writeCharges(
  bill: { id: string; change: { now: Content<'invoice'> } },
  account: AccountId,
  writes: Writes,
): void {
  const key = { account_id: account.id, invoice_id: bill.id };
  const { now } = bill.change;
  for (const [position, { description }] of now.items.entries())
    writes.insert('invoice_item', { ...key, position: position + 1, description });
  for (const { itemPosition, position, type, description, amountCents } of chargesOf(now))
    writes.insert('invoice_charge', {
      ...key,
      item_position: itemPosition,
      position,
      charge_type: type,
      description,
      amount_cents: amountCents,
    });
}
