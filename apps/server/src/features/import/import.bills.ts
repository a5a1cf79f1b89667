import { v7 as uuidv7 } from 'uuid';
import { type Posting, postInvoice, postInvoiceCorrection } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.accounts.ts';
import { changedColumns, changedFields } from './import.changes.ts';
import { amountOf, chargesOf, type KnownHistory } from './import.history.ts';
import type { KnownBill, KnownRepository } from './import.known.ts';
import { centsOf } from './import.money.ts';
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

/** A bill as it stands after the import, before payments are applied to it. */
export interface StandingBill {
  readonly id: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
  readonly change: Change<'invoice'> | undefined;
  readonly known: KnownBill | undefined;
}

/** Every bill of the account after the import, oldest first. */
export function standingBills(changes: readonly Change<'invoice'>[], known: KnownHistory): StandingBill[] {
  const changed = changes.map((change): StandingBill => {
    const before = known.bills.find(({ number }) => number === change.key);
    return {
      id: before?.id ?? uuidv7(),
      number: change.key,
      issuedOn: change.now.issuedOn,
      amountCents: amountOf(change.now),
      previousBalanceCents: centsOf(change.now.previousBalance),
      change,
      known: before,
    };
  });
  const numbers = new Set(changed.map(({ number }) => number));
  const unchanged = known.bills
    .filter(({ number }) => !numbers.has(number))
    .map((bill): StandingBill => ({ ...bill, change: undefined, known: bill }));
  return [...changed, ...unchanged].sort((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1));
}

/** Writes postings of an account into the ledger. */
export function writePostings(
  accountId: string,
  postings: readonly Posting[],
  { context, writes }: Desk,
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
  readonly receivedCents: number;
  readonly openCents: number;
  readonly paidOn: string | null;
}

const columnsOf = {
  issuedOn: ['issued_on', 'payments_received_cents'],
  dueOn: ['due_on'],
  periodStart: ['period_start'],
  periodEnd: ['period_end'],
  previousBalance: ['previous_balance_cents', 'payments_received_cents'],
} as const;

/** Writes what a line says of a bill: the bill, its lines, and what it posts or corrects. */
export async function writeBill(
  bill: StandingBill & { readonly change: Change<'invoice'> },
  account: AccountId,
  figures: BillFigures,
  desk: Desk,
): Promise<void> {
  const { change, known } = bill;
  const row = rowOf(bill, figures);
  if (known) await correctBill({ ...bill, known }, account, row, desk);
  else {
    const { now } = change;
    const key = { account_id: account.id, id: bill.id, invoice_number: bill.number };
    desk.writes.insert('invoice', { ...key, original_due_on: now.dueOn, ...row });
    writeLines(bill, account, desk.writes);
    writePostings(account.id, postInvoice({ ...bill, charges: chargesOf(now) }), desk);
  }
  remember('invoice', change, desk.context, desk.writes);
}

function rowOf(
  { change, amountCents }: { change: Change<'invoice'>; amountCents: number },
  figures: BillFigures,
) {
  const { now } = change;
  return {
    issued_on: now.issuedOn,
    due_on: now.dueOn,
    period_start: now.periodStart,
    period_end: now.periodEnd,
    previous_balance_cents: centsOf(now.previousBalance),
    payments_received_cents: figures.receivedCents,
    amount_cents: amountCents,
    open_cents: figures.openCents,
    paid_on: figures.paidOn,
  };
}

/** A bill that is there already: changed fields, changed lines, and the difference of its amount as a correction. */
async function correctBill(
  bill: StandingBill & { readonly change: Change<'invoice'>; readonly known: KnownBill },
  account: AccountId,
  row: ReturnType<typeof rowOf>,
  desk: Desk,
): Promise<void> {
  const { id, change, known, amountCents } = bill;
  const { writes, context, today } = desk;
  const fields = changedFields(change.before, change.now);
  const { amount_cents, open_cents, paid_on } = row;
  const set = { ...changedColumns(fields, columnsOf, row), amount_cents, open_cents, paid_on };
  writes.update('invoice', set, { account_id: account.id, id });
  if (fields.has('items')) {
    writes.remove('invoice_charge', { account_id: account.id, invoice_id: id });
    writes.remove('invoice_item', { account_id: account.id, invoice_id: id });
    writeLines(bill, account, writes);
  }
  const differenceCents = amountCents - known.amountCents;
  if (differenceCents === 0) return;
  const number = 1 + (await desk.known.corrections(account.id, `invoice-correction:${id}:`));
  writePostings(account.id, postInvoiceCorrection(id, number, today, differenceCents), desk);
  const detail = { invoiceNumber: bill.number, fromCents: known.amountCents, toCents: amountCents };
  auditImport(account.id, 'import.invoice-corrected', detail, { context, writes });
}

function writeLines(
  bill: { id: string; change: Change<'invoice'> },
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
