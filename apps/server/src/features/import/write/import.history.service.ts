import { isDeepStrictEqual } from 'node:util';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import { openingId, pairOf } from '../../balance/allocation.rules.ts';
import {
  postOpening,
  postPayment,
  postPaymentCorrection,
  postRefund,
  postReturn,
} from '../../ledger/ledger.rules.ts';
import { movesTo } from '../../payment-state/payment-state.rules.ts';
import { instantOf } from '../parse/import.values.rules.ts';
import type { Change } from '../plan/import.changes.rules.ts';
import { everIssued, type History } from '../plan/import.history.rules.ts';
import { type Settlement, settle } from '../plan/import.settlement.rules.ts';
import type { HistoryPayment, KnownAccount, Opening } from '../plan/import.units.rules.ts';
import { unneededBy } from '../plan/import.unneeded.rules.ts';
import { unsettledAfter } from '../plan/import.unsettled.rules.ts';
import type { AccountScope } from './import.columns.rules.ts';
import { mailNewestBill, writeBill } from './import.invoice.service.ts';
import { paymentMapping } from './import.mapping.rules.ts';
import {
  auditImport,
  correctionNumber,
  noteLateDebt,
  rememberRecord,
  saveRecord,
  writePostings,
} from './import.record.service.ts';

/** Writes the bills and payments of one account, their postings, and which credit pays which item. */
export function writeHistory(history: History, known: KnownAccount | undefined, scope: AccountScope): void {
  const settlement = settle(history);
  const { opening, allocations, openCents } = settlement;
  const unsettledCents = unsettledAfter(history, settlement, scope.today);
  if (opening) {
    const { amountCents, dueOn } = opening;
    const open = {
      openCents: openCents(openingId, amountCents),
      unsettledCents: unsettledCents(openingId),
    };
    writeOpening({ amountCents, dueOn, ...open }, history.opening, scope);
  }
  writeBills(history, { ...settlement, unsettledCents }, scope);
  scope.writes.unneeded(unneededBy(history, settlement, scope.accountId));
  for (const payment of history.payments) {
    const { change } = payment;
    if (change) writePayment({ ...payment, change }, scope);
  }
  writeAllocations(allocations, history, known?.allocations ?? [], scope);
  mailNewestBill(history, openCents, scope);
}

type UnsettledCents = ReturnType<typeof unsettledAfter>;

/** Writes bills that change, and of the others what is open and when it was paid. */
function writeBills(
  history: History,
  { openCents, paidOn, unsettledCents }: Settlement & { readonly unsettledCents: UnsettledCents },
  scope: AccountScope,
): void {
  const issued = everIssued(history);
  const before = { issued, payments: history.payments };
  const billScope = { ...scope, billIds: new Map(issued.map(({ id, number }) => [number, id])) };
  for (const bill of history.reversed)
    if (bill.change)
      writeBill(
        { ...bill, change: bill.change },
        { open_cents: 0, unsettled_cents: null, paid_on: null },
        before,
        billScope,
      );
  for (const bill of history.bills) {
    const { id, change, amountCents } = bill;
    const open = openCents(id, amountCents);
    // Its line says when a bill was paid or, for a bill above 0, its credits do.
    const paid = change?.now.paidOn ?? (amountCents > 0 ? paidOn(bill) : null);
    const columns = {
      open_cents: open,
      unsettled_cents: unsettledCents(id),
      paid_on: open > 0 ? null : paid,
    };
    if (change) writeBill({ ...bill, change }, columns, before, billScope);
    else if (open !== bill.openCents || unsettledCents(id) !== bill.unsettledCents)
      scope.writes.update('invoice', columns, { account_id: scope.accountId, id });
  }
}

/** Posts the opening balance once, and later its difference. */
function writeOpening(opening: Required<Opening>, before: Opening | null, scope: AccountScope): void {
  const { accountId, writes } = scope;
  const { amountCents, openCents, unsettledCents, dueOn } = opening;
  const row = {
    amount_cents: amountCents,
    open_cents: openCents,
    unsettled_cents: unsettledCents,
    due_on: dueOn,
  };
  if (!before) {
    if (amountCents !== 0) writes.insert('opening_balance', { account_id: accountId, ...row });
  } else if (!isDeepStrictEqual(opening, before))
    writes.update('opening_balance', row, { account_id: accountId });
  const number = correctionNumber('opening:', scope);
  const addedCents = amountCents - (before?.amountCents ?? 0);
  writePostings(postOpening(number, dueOn, addedCents), scope);
  noteLateDebt({ invoiceId: null, dueOn, addedCents }, scope);
}

/** Reverses live allocations that no longer hold and adds those that are new. */
function writeAllocations(
  allocations: Settlement['allocations'],
  { bills, reversed, payments }: History,
  known: KnownAccount['allocations'],
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
  const billIds = new Map([...bills, ...reversed].map(({ id, number }) => [number, id]));
  const creditBills = new Set(billIds.values());
  const added = payments.filter((payment) => payment.change && !payment.known);
  const times = new Map(
    added.map(({ id, change }) => [id, instantOf(change?.now.occurredOn ?? '', '12:00', timeZone)]),
  );
  const insert = (
    { creditId, debtId, amountCents, isStated }: Settlement['allocations'][number],
    isReversed: boolean,
  ) => {
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

type ChangedPayment = HistoryPayment & { readonly change: Change<'payment'> };

/** Writes what a line says of a payment, and what that posts. */
function writePayment(payment: ChangedPayment, scope: AccountScope): void {
  const { id, change, known, state, occurredOn } = payment;
  const key = { account_id: scope.accountId, id };
  if (known) {
    // Of a payment made here the file only knows its state.
    if (payment.isMadeHere) rememberRecord(change, scope.accountId, scope.writes);
    else saveRecord(paymentMapping, change, { isNew: false, key }, scope);
    changePayment({ ...payment, known }, scope);
    return;
  }
  saveRecord(paymentMapping, change, { isNew: true, key, columns: { state } }, scope);
  if (state !== 'PENDING' && state !== 'PROCESSING_ERROR')
    writePostings(postPayment(payment, occurredOn), scope);
  postReversal(payment, state, occurredOn, scope);
}

/** Posts the difference of a credited amount, and moves a payment to its new state. */
function changePayment(
  payment: ChangedPayment & { readonly known: HistoryPayment },
  scope: AccountScope,
): void {
  const { id, known, amountCents, occurredOn } = payment;
  const { accountId, today, writes } = scope;
  const differenceCents = known.state === 'COMPLETED' ? amountCents - known.amountCents : 0;
  if (differenceCents !== 0) {
    const number = correctionNumber(`payment-correction:${id}:`, scope);
    writePostings(postPaymentCorrection(id, number, today, differenceCents), scope);
  }
  for (const state of movesTo(known.state, payment.change.now.status) ?? []) {
    writes.update('payment', { state, manual_review_reason: null }, { account_id: accountId, id });
    if (state === 'COMPLETED') writePostings(postPayment(payment, occurredOn), scope);
    else postReversal(payment, state, today, scope);
  }
  if (differenceCents === 0 && known.state === payment.state) return;
  const detail = { paymentId: id, fromState: known.state, state: payment.state };
  const cents = { fromCents: known.amountCents, toCents: amountCents };
  auditImport('import.payment-changed', { ...detail, ...cents }, scope);
}

function postReversal(payment: HistoryPayment, state: PaymentState, on: string, scope: AccountScope): void {
  const left = { ...payment, amountCents: payment.amountCents - payment.refundedCents };
  if (state === 'RETURNED') writePostings(postReturn(left, on), scope);
  if (state === 'REFUNDED') writePostings(postRefund(left, on), scope);
}
