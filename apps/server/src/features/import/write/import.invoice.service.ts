import { isAdjustment } from '@myaccount/contract/invoices';
import { sql } from 'kysely';
import { receivedBefore } from '../../balance/earlier-balance.rules.ts';
import { asIssuedOf, pastDueAtIssue } from '../../invoices/as-issued.rules.ts';
import { billMail } from '../../invoices/bill-mail.repository.ts';
import { isNews } from '../../invoices/bill-mail.rules.ts';
import { postInvoice, postInvoiceCorrection, postInvoiceVoid } from '../../ledger/ledger.rules.ts';
import type { Change } from '../plan/import.changes.rules.ts';
import { chargesOf, everIssued, type History, heldBefore } from '../plan/import.history.rules.ts';
import type { Settlement } from '../plan/import.settlement.rules.ts';
import type { HistoryBill } from '../plan/import.units.rules.ts';
import { type AccountScope, columnsOf } from './import.columns.rules.ts';
import { type BillScope, chargeMapping, invoiceMapping, itemMapping } from './import.mapping.rules.ts';
import {
  auditImport,
  correctionNumber,
  noteLateDebt,
  saveRecord,
  writePostings,
} from './import.record.service.ts';
import type { Row } from './import.writes.repository.ts';

type ChangedBill = HistoryBill & { readonly change: Change<'invoice'> };

/** Writes what a line says of a bill: the bill, its charges, and what it posts or corrects. */
export function writeBill(
  bill: ChangedBill,
  open: Pick<Row<'invoice'>, 'open_cents' | 'unsettled_cents' | 'paid_on'>,
  { issued, payments }: { readonly issued: readonly HistoryBill[] } & Pick<History, 'payments'>,
  scope: BillScope,
): void {
  const { id, change, known, amountCents, reversedOn } = bill;
  const { accountId, billTo, now, writes } = scope;
  const earlier = heldBefore(bill, issued);
  const added = known
    ? {}
    : {
        original_due_on: bill.dueOn,
        as_issued: JSON.stringify(asIssuedOf(billTo, bill, earlier)),
        payments_received_cents: 0,
        voided_at: reversedOn === null ? null : now,
      };
  const received = bill.provesBalance
    ? { payments_received_cents: receivedBefore(bill, issued, payments) }
    : {};
  const row = {
    isNew: !known,
    key: { account_id: accountId, id },
    columns: { amount_cents: amountCents, ...open, ...added, ...received },
  };
  saveRecord(invoiceMapping, change, row, scope);
  if (known) correctBill({ ...bill, known }, earlier, scope);
  else writePostings(postInvoice({ ...bill, charges: chargesOf(change.now) }), scope);
  if (reversedOn !== null && !known?.reversedOn) reverseBill({ ...bill, reversedOn }, scope);
  const addedCents = reversedOn === null ? amountCents - (known?.amountCents ?? 0) : 0;
  noteLateDebt({ invoiceId: id, dueOn: bill.dueOn, addedCents }, scope);
  if (!change.fields.has('items')) return;
  if (known) {
    writes.remove('invoice_charge', { account_id: accountId, invoice_id: id });
    writes.remove('invoice_item', { account_id: accountId, invoice_id: id });
  }
  writeCharges(bill, scope);
}

/** Makes a bill void that billing reversed, before its successor takes its period. Its row, lines, and document stay. */
function reverseBill(
  { id, number, known, amountCents, reversedOn }: ChangedBill & { readonly reversedOn: string },
  scope: AccountScope,
): void {
  const { accountId, now, writes } = scope;
  const bookedCents = known?.amountCents ?? amountCents;
  writePostings(postInvoiceVoid(id, reversedOn, bookedCents), scope);
  if (!known) return;
  writes.first(
    sql`update invoice set voided_at = ${now}, reversed_on = ${reversedOn} where account_id = ${accountId} and id = ${id}`,
  );
  auditImport('invoices.voided', { invoiceNumber: number, amountCents: bookedCents, reversedOn }, scope);
}

/** Posts the difference of a bill's amount, and follows its correction in what was past due at its issue. */
function correctBill(
  { id, number, known, ...bill }: ChangedBill & { readonly known: HistoryBill },
  earlier: readonly HistoryBill[],
  scope: AccountScope,
): void {
  const { accountId, today, writes } = scope;
  if (bill.provesBalance) {
    const pastDue = JSON.stringify(pastDueAtIssue(bill, earlier));
    writes.last(
      sql`update invoice set as_issued = as_issued || ${pastDue}::jsonb where account_id = ${accountId} and id = ${id}`,
    );
  }
  const [fromCents, toCents] = [known.amountCents, bill.amountCents];
  // Of a reversed bill nothing is booked.
  if (fromCents === toCents || bill.reversedOn !== null) return;
  const correction = correctionNumber(`invoice-correction:${id}:`, scope);
  writePostings(postInvoiceCorrection(id, correction, today, toCents - fromCents), scope);
  auditImport('import.invoice-corrected', { invoiceNumber: number, fromCents, toCents }, scope);
}

function writeCharges({ id, change }: ChangedBill, { accountId, writes }: AccountScope): void {
  const bill = { account_id: accountId, invoice_id: id };
  for (const [index, item] of change.now.items.entries()) {
    writes.insert('invoice_item', { ...bill, position: index + 1, ...columnsOf(itemMapping, item, null) });
    for (const [position, charge] of item.charges.entries()) {
      const key = { ...bill, item_position: index + 1, position: position + 1 };
      writes.insert('invoice_charge', { ...key, ...columnsOf(chargeMapping, charge, null) });
    }
  }
}

/** Queues the mail about the newest of an account's live bills, which no adjustment is, if this import adds it and it is announced. */
export function mailNewestBill(
  history: History,
  openCents: Settlement['openCents'],
  scope: AccountScope,
): void {
  const { accountId, billTo, isNew, mailsBills, now, today, writes } = scope;
  if (!mailsBills) return;
  const bills = history.bills.filter(({ kind }) => !isAdjustment(kind));
  const bill = bills.at(-1);
  if (!bill?.change || bill.known) return;
  if (!isNews({ ...bill, isOnly: bills.length === 1, isAccountNew: isNew }, today)) return;
  const payload = {
    invoiceId: bill.id,
    accountEnding: billTo.accountNumber.slice(-4),
    openCents: Math.max(0, openCents(bill.id, bill.amountCents)),
    dueOn: bill.dueOn,
    periodStart: bill.periodStart,
    periodEnd: bill.change.now.periodEnd ?? bill.periodStart,
    totalCents: bill.previousBalanceCents + bill.amountCents,
    pastDueCents: pastDueAtIssue(bill, heldBefore(bill, everIssued(history))).pastDueCents,
  };
  writes.last(billMail(accountId, payload, now));
}
