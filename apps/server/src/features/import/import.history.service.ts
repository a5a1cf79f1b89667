import { sql } from 'kysely';
import { openingId, pairOf } from '../balance/allocation.rules.ts';
import { postOpening } from '../ledger/ledger.rules.ts';
import type { History, HistoryBill, KnownHistory, Opening } from './import.account-history.rules.ts';
import { type AllocationAfter, allocateAll, openAmounts, openingAfter } from './import.allocations.rules.ts';
import { mailNewestBill } from './import.bill-mail.service.ts';
import { occurredAt } from './import.days.rules.ts';
import { correctionNumber, noteLateDebt, writeBill, writePostings } from './import.invoice.service.ts';
import { writePayment } from './import.payment.service.ts';
import type { AccountScope } from './import.unit.rules.ts';

/** Writes the bills and payments of one account, their postings, and which credit pays which item. */
export function writeHistory(history: History, known: KnownHistory | undefined, scope: AccountScope): void {
  const opening = openingAfter(history);
  const allocations = allocateAll(history, opening);
  const { openCents, paidOn } = openAmounts(allocations, history, opening);
  writeOpening(opening, openCents(openingId, opening?.amountCents ?? 0), history.opening, scope);
  for (const [index, bill] of history.bills.entries()) {
    const { id, change } = bill;
    const open = openCents(id, bill.amountCents);
    const figures = {
      openCents: open,
      paidOn: paidOnOf(bill, open, paidOn),
      earlier: history.bills.slice(0, index),
    };
    if (change) writeBill({ ...bill, change }, figures, scope);
    else if (open !== bill.openCents) {
      const set = { open_cents: open, paid_on: figures.paidOn };
      scope.writes.update('invoice', set, { account_id: scope.accountId, id });
    }
  }
  for (const payment of history.payments) {
    const { change } = payment;
    if (change) writePayment({ ...payment, change }, scope);
  }
  writeAllocations(allocations, history, known?.allocations ?? [], scope);
  mailNewestBill(history.bills, openCents, scope);
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
function writeOpening(
  opening: Opening | null,
  openCents: number,
  before: Opening | null,
  scope: AccountScope,
): void {
  const { accountId, writes } = scope;
  const { amountCents, dueOn } = opening ?? { amountCents: 0, dueOn: before?.dueOn ?? scope.today };
  const row = { amount_cents: amountCents, open_cents: openCents, due_on: dueOn };
  if (!before) {
    if (amountCents !== 0) writes.insert('opening_balance', { account_id: accountId, ...row });
  } else if (amountCents !== before.amountCents || openCents !== before.openCents || dueOn !== before.dueOn)
    writes.update('opening_balance', row, { account_id: accountId });
  const number = correctionNumber('opening:', scope);
  const addedCents = amountCents - (before?.amountCents ?? 0);
  writePostings(postOpening(number, dueOn, addedCents), scope);
  noteLateDebt({ invoiceId: null, dueOn, addedCents }, scope);
}

/** Reverses live allocations that no longer hold and adds those that are new. */
function writeAllocations(
  allocations: readonly AllocationAfter[],
  { bills, payments }: History,
  known: KnownHistory['allocations'],
  scope: AccountScope,
): void {
  const { accountId, now, timeZone, writes } = scope;
  const after = new Map(allocations.map((allocation) => [pairOf(allocation), allocation]));
  for (const before of known) {
    const kept = after.get(pairOf(before));
    if (kept?.amountCents === before.amountCents && kept.isStated === before.isStated)
      after.delete(pairOf(before));
    else
      writes.first(
        sql`update payment_allocation set reversed_at = ${now} where account_id = ${accountId} and id = ${before.id}`,
      );
  }
  const billIds = new Map(bills.map(({ id, number }) => [number, id]));
  const creditBills = new Set(billIds.values());
  const added = payments.filter((payment) => payment.change && !payment.known);
  const times = new Map(
    added.map(({ id, change }) => [id, occurredAt(change?.now.occurredOn ?? '', timeZone)]),
  );
  const insert = ({ creditId, debtId, amountCents, isStated }: AllocationAfter, isReversed: boolean) => {
    const isBill = creditBills.has(creditId);
    const allocatedAt = times.get(creditId) ?? now;
    writes.insert('payment_allocation', {
      account_id: accountId,
      payment_id: isBill || creditId === openingId ? null : creditId,
      credit_invoice_id: isBill ? creditId : null,
      invoice_id: debtId === openingId ? null : debtId,
      amount_cents: amountCents,
      is_stated: isStated,
      allocated_at: allocatedAt,
      reversed_at: isReversed ? allocatedAt : null,
    });
  };
  // What a payment that is new and already came back had paid is kept, and reversed at once.
  for (const { id: creditId, state, appliedTo } of added)
    if (state === 'RETURNED' || state === 'REFUNDED')
      for (const { invoiceNumber, amountCents } of appliedTo)
        insert({ creditId, debtId: billIds.get(invoiceNumber) ?? '', amountCents, isStated: true }, true);
  for (const allocation of after.values()) insert(allocation, false);
}
