import { sql } from 'kysely';
import { asIssuedOf, pastDueAtIssue } from '../invoices/as-issued.rules.ts';
import { type Posting, postInvoice, postInvoiceCorrection } from '../ledger/ledger.rules.ts';
import { chargesOf, type HistoryBill } from './import.account-history.rules.ts';
import type { Change } from './import.changes.rules.ts';
import { chargeMapping, invoiceMapping, itemMapping } from './import.history-mapping.rules.ts';
import { columnsOf } from './import.mapping.rules.ts';
import { auditImport, saveRecord } from './import.record.service.ts';
import type { AccountScope } from './import.unit.rules.ts';

/** Writes postings of an account into the ledger. */
export function writePostings(postings: readonly Posting[], { accountId, writes, now }: AccountScope): void {
  for (const { eventKey, debit, credit, amountCents, occurredOn, invoiceId, paymentId } of postings)
    writes.insert('ledger_posting', {
      account_id: accountId,
      event_key: eventKey,
      debit,
      credit,
      amount_cents: amountCents,
      occurred_on: occurredOn,
      posted_at: now,
      invoice_id: invoiceId,
      payment_id: paymentId,
    });
}

/**
 * Notes debt that an import adds or raises on its due date or later, for autopay to tell and collect. Of an account that
 * the import adds, another system told.
 */
export function noteLateDebt(
  { invoiceId, dueOn, addedCents }: { invoiceId: string | null; dueOn: string; addedCents: number },
  { accountId, isNew, today, writes }: AccountScope,
): void {
  if (isNew || addedCents <= 0 || dueOn > today) return;
  writes.last(sql`
    insert into late_debt (account_id, invoice_id, added_on, amount_cents)
    select account_id, ${invoiceId}::uuid, ${today}::date, ${addedCents}::bigint
    from autopay_enrollment where account_id = ${accountId} and ended_at is null`);
}

/** The number of the next correction whose event key begins with a text. */
export function correctionNumber(eventPrefix: string, { corrections }: AccountScope): number {
  return 1 + corrections.filter((eventKey) => eventKey.startsWith(eventPrefix)).length;
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
export function writeBill(bill: ChangedBill, figures: BillFigures, scope: AccountScope): void {
  const { id, change, known, amountCents } = bill;
  const { openCents, paidOn, earlier } = figures;
  const { accountId, billTo, writes } = scope;
  const added = known
    ? {}
    : { original_due_on: bill.dueOn, as_issued: JSON.stringify(asIssuedOf(billTo, bill, earlier)) };
  const row = {
    isNew: !known,
    key: { account_id: accountId, id },
    columns: { amount_cents: amountCents, open_cents: openCents, paid_on: paidOn, ...added },
  };
  saveRecord(invoiceMapping, change, row, { ...scope, receivedCents: receivedBefore(bill, earlier) });
  if (known) correctBill({ ...bill, known }, earlier, scope);
  else writePostings(postInvoice({ ...bill, charges: chargesOf(change.now) }), scope);
  const addedCents = amountCents - (known?.amountCents ?? 0);
  noteLateDebt({ invoiceId: id, dueOn: bill.dueOn, addedCents }, scope);
  if (!change.fields.has('items')) return;
  if (known) {
    writes.remove('invoice_charge', { account_id: accountId, invoice_id: id });
    writes.remove('invoice_item', { account_id: accountId, invoice_id: id });
  }
  writeCharges(bill, scope);
}

/** What was owed at the bill before, less the previous balance, was received in between. */
function receivedBefore({ previousBalanceCents }: HistoryBill, earlier: readonly HistoryBill[]): number {
  const before = earlier.at(-1);
  if (!before) return 0;
  return Math.max(before.previousBalanceCents + before.amountCents - previousBalanceCents, 0);
}

/** Posts the difference of a bill's amount, and follows its correction in what was past due at its issue. */
function correctBill(
  { id, number, change, known, ...bill }: ChangedBill & { readonly known: HistoryBill },
  earlier: readonly HistoryBill[],
  scope: AccountScope,
): void {
  const { accountId, today, writes } = scope;
  if (change.fields.has('issuedOn') || change.fields.has('previousBalance')) {
    const pastDue = JSON.stringify(pastDueAtIssue(bill, earlier));
    writes.last(
      sql`update invoice set as_issued = as_issued || ${pastDue}::jsonb where account_id = ${accountId} and id = ${id}`,
    );
  }
  const [fromCents, toCents] = [known.amountCents, bill.amountCents];
  if (fromCents === toCents) return;
  const correction = correctionNumber(`invoice-correction:${id}:`, scope);
  writePostings(postInvoiceCorrection(id, correction, today, toCents - fromCents), scope);
  auditImport('import.invoice-corrected', { invoiceNumber: number, fromCents, toCents }, scope);
}

function writeCharges({ id, change }: ChangedBill, { accountId, writes }: AccountScope): void {
  const bill = { account_id: accountId, invoice_id: id };
  for (const [index, item] of change.now.items.entries()) {
    const item_position = index + 1;
    writes.insert('invoice_item', {
      ...bill,
      position: item_position,
      ...columnsOf(itemMapping, item, null),
    });
    for (const [position, charge] of item.charges.entries()) {
      const key = { ...bill, item_position, position: position + 1 };
      writes.insert('invoice_charge', { ...key, ...columnsOf(chargeMapping, charge, null) });
    }
  }
}
