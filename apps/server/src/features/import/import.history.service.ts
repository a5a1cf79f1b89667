import { openingId } from '../balance/allocation.rules.ts';
import type { BillTo } from '../invoices/as-issued.rules.ts';
import { postOpening } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.account.service.ts';
import type { History, HistoryBill, KnownHistory } from './import.account-history.rules.ts';
import {
  type AllocationAfter,
  allocateAll,
  type Opening,
  openAmounts,
  openingAfter,
  pairOf,
} from './import.allocations.rules.ts';
import { occurredAt } from './import.days.rules.ts';
import type { MethodSnapshot } from './import.history-mapping.rules.ts';
import { writeBill, writePostings } from './import.invoice.service.ts';
import { writePayment } from './import.payment.service.ts';

/** What belongs to the account whose bills and payments are written. */
export interface HistoryContext {
  readonly account: AccountId;
  readonly known: KnownHistory;
  readonly methods: ReadonlyMap<string, MethodSnapshot>;
  readonly billTo: BillTo;
}

/** Writes the bills and payments of one account, their postings, and which credit pays which item. */
export async function writeHistory(
  history: History,
  { account, known, methods, billTo }: HistoryContext,
  context: WriteContext,
): Promise<void> {
  const opening = openingAfter(history);
  const allocations = allocateAll(history, opening);
  const { openCents, paidOn } = openAmounts(allocations, history, opening);
  await writeOpening(opening, openCents(openingId, opening?.amountCents ?? 0), { account, known }, context);
  for (const [index, bill] of history.bills.entries()) {
    const { id, change, known: before, amountCents } = bill;
    const open = openCents(id, amountCents);
    const figures = {
      openCents: open,
      paidOn: paidOnOf(bill, open, paidOn),
      earlier: history.bills.slice(0, index),
    };
    if (change) await writeBill({ ...bill, change }, { account, billTo }, figures, context);
    else if (open !== before?.openCents) {
      const set = { open_cents: open, paid_on: figures.paidOn };
      context.writes.update('invoice', set, { account_id: account.id, id });
    }
  }
  for (const payment of history.payments) {
    const { change } = payment;
    if (change) await writePayment({ ...payment, change }, account, methods, context);
  }
  writeReversedAllocations(history, account, context);
  writeAllocations(allocations, history, { account, known }, context);
}

/** The day on which a bill was paid, as its line says or, for a bill above 0, as its credits say. */
function paidOnOf(
  bill: HistoryBill,
  openCents: number,
  lastPaidOn: (bill: HistoryBill) => string,
): string | null {
  if (openCents > 0) return null;
  return bill.change?.now.paidOn ?? (bill.amountCents > 0 ? lastPaidOn(bill) : null);
}

/** Posts the opening balance once, and later its difference. */
async function writeOpening(
  opening: Opening | null,
  openCents: number,
  { account, known }: Pick<HistoryContext, 'account' | 'known'>,
  context: WriteContext,
): Promise<void> {
  const before = known.opening;
  const after = opening ?? { amountCents: 0, dueOn: before?.dueOn ?? context.today };
  const row = { amount_cents: after.amountCents, open_cents: openCents, due_on: after.dueOn };
  if (before) {
    const { amountCents, dueOn } = before;
    if (amountCents !== after.amountCents || before.openCents !== openCents || dueOn !== after.dueOn)
      context.writes.update('opening_balance', row, { account_id: account.id });
  } else if (after.amountCents !== 0)
    context.writes.insert('opening_balance', { account_id: account.id, ...row });
  const differenceCents = after.amountCents - (before?.amountCents ?? 0);
  if (differenceCents === 0) return;
  const number = 1 + (account.isNew ? 0 : await context.known.countPostings(account.id, 'opening:'));
  writePostings(account.id, postOpening(number, after.dueOn, differenceCents), context);
}

/** Reverses live allocations that no longer hold and adds those that are new. */
function writeAllocations(
  allocations: readonly AllocationAfter[],
  { bills, payments }: History,
  { account, known }: Pick<HistoryContext, 'account' | 'known'>,
  context: WriteContext,
): void {
  const after = new Map(allocations.map((allocation) => [pairOf(allocation), allocation]));
  for (const before of known.allocations) {
    const now = after.get(pairOf(before));
    if (now?.amountCents === before.amountCents && now.isStated === before.isStated)
      after.delete(pairOf(before));
    else context.writes.first(reversal(account.id, before.id, context.now));
  }
  const billIds = new Set(bills.map(({ id }) => id));
  const times = new Map(
    payments.flatMap(({ id, change, known: before }) =>
      change && !before ? [[id, occurredAt(change.now.occurredOn, context.timeZone)]] : [],
    ),
  );
  for (const { creditId, debtId, amountCents, isStated } of after.values()) {
    const isBill = billIds.has(creditId);
    context.writes.insert('payment_allocation', {
      account_id: account.id,
      payment_id: isBill || creditId === openingId ? null : creditId,
      credit_invoice_id: isBill ? creditId : null,
      invoice_id: debtId === openingId ? null : debtId,
      amount_cents: amountCents,
      is_stated: isStated,
      allocated_at: times.get(creditId) ?? context.now,
      reversed_at: null,
    });
  }
}

function reversal(accountId: string, id: string, at: Date) {
  return statements
    .updateTable('payment_allocation')
    .set({ reversed_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id);
}

/** What a payment that is new and already came back had paid: kept, and reversed at once. */
function writeReversedAllocations(
  { bills, payments }: History,
  account: AccountId,
  context: WriteContext,
): void {
  const ids = new Map(bills.map(({ number, id }) => [number, id]));
  for (const { id, state, change, known, appliedTo } of payments) {
    if (!change || known || (state !== 'RETURNED' && state !== 'REFUNDED')) continue;
    const at = occurredAt(change.now.occurredOn, context.timeZone);
    for (const { invoiceNumber, amountCents } of appliedTo)
      context.writes.insert('payment_allocation', {
        account_id: account.id,
        payment_id: id,
        credit_invoice_id: null,
        invoice_id: ids.get(invoiceNumber) ?? '',
        amount_cents: amountCents,
        is_stated: true,
        allocated_at: at,
        reversed_at: at,
      });
  }
}

import type { WriteContext } from './import.unit.rules.ts';
import { statements } from './import.writes.repository.ts';
