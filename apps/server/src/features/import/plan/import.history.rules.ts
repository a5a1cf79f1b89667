import { isAdjustment } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';
import { v7 as uuidv7 } from 'uuid';
import type { Allocation } from '../../balance/allocation.rules.ts';
import type { Content } from '../parse/import.parse.rules.ts';
import { centsOf, occurredOn } from '../parse/import.values.rules.ts';
import { type Change, ofType } from './import.changes.rules.ts';
import type {
  AccountUnit,
  HistoryBill,
  HistoryPayment,
  KnownAccount,
  Opening,
} from './import.units.rules.ts';

/** All bills and payments of one account as they would be after the import. */
export interface History {
  /** What holds, in order of issue date, then number. */
  readonly bills: readonly HistoryBill[];
  /** What billing reversed, in the same order. */
  readonly reversed: readonly HistoryBill[];
  readonly payments: readonly HistoryPayment[];
  /** The opening balance in the database. */
  readonly opening: Opening | null;
  /** Live allocations in the database that no file states, oldest first. */
  readonly existing: readonly Allocation[];
  /** Refused lines: the bill that each would have brought (null: no bill), and the bills that it would have paid, where known. */
  readonly refused: readonly {
    readonly line: number;
    readonly invoiceNumber: string | null;
    readonly paid?: readonly string[];
  }[];
}

/** Bills by issue date, then number. */
export function inOrder(bills: readonly HistoryBill[]): HistoryBill[] {
  const rank = ({ issuedOn, number }: HistoryBill) => `${issuedOn} ${number}`;
  return bills.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Sorts bills, and separates those that billing reversed. */
export function splitReversed(all: readonly HistoryBill[]): Pick<History, 'bills' | 'reversed'> {
  const sorted = inOrder(all);
  const reversed = sorted.filter(({ reversedOn }) => reversedOn !== null);
  return {
    bills: reversed.length > 0 ? sorted.filter(({ reversedOn }) => reversedOn === null) : sorted,
    reversed,
  };
}

/** Everything that was ever issued to an account, in order of issue date, then number. */
export function everIssued({ bills, reversed }: Pick<History, 'bills' | 'reversed'>): readonly HistoryBill[] {
  return reversed.length > 0 ? inOrder([...bills, ...reversed]) : bills;
}

/** Returns what was issued before a bill of an account and held when the bill was issued. */
export function heldBefore(bill: HistoryBill, issued: readonly HistoryBill[]): HistoryBill[] {
  return issued
    .slice(
      0,
      issued.findIndex(({ id }) => id === bill.id),
    )
    .filter(({ reversedOn }) => reversedOn === null || reversedOn > bill.issuedOn);
}

/** A bill's charges in cents. */
export function chargesOf({ items }: Content<'invoice'>) {
  return items.flatMap(({ charges }) =>
    charges.map(({ type, amount }) => ({ type, amountCents: centsOf(amount) })),
  );
}

/** What a file states of a payment, in cents. */
export function inCents(appliedTo: Content<'payment'>['appliedTo']): HistoryPayment['appliedTo'] {
  return appliedTo.map(({ invoiceNumber, amount }) => ({ invoiceNumber, amountCents: centsOf(amount) }));
}

/** Returns the history of one account after the import. */
export function historyOf({ known, lines, refused }: AccountUnit, timeZone: string): History {
  const bills = new Map(known?.bills.map((bill) => [bill.number, bill]));
  for (const change of ofType('invoice', lines))
    bills.set(change.key, changedBill(change, bills.get(change.key)));
  const payments = new Map(known?.payments.map((payment) => [payment.key, payment]));
  for (const change of ofType('payment', lines)) {
    const payment = changedPayment(change, payments.get(change.key), timeZone);
    payments.delete(change.key);
    payments.set(change.key, payment);
  }
  return {
    ...splitReversed([...bills.values()]),
    payments: [...payments.values()],
    opening: known?.opening ?? null,
    existing: known ? existingOf(known) : [],
    refused: refused
      .filter(({ type }) => type === 'invoice' || type === 'payment')
      .map(({ line, type, key }) => ({ line, invoiceNumber: type === 'invoice' ? key : null })),
  };
}

function changedBill(change: Change<'invoice'>, known: HistoryBill | undefined): HistoryBill {
  const { line, key, now, fields } = change;
  return {
    id: known?.id ?? uuidv7(),
    line,
    number: key,
    kind: now.kind,
    reversedOn: now.reversedOn,
    replacedBy: now.replacedBy,
    issuedOn: now.issuedOn,
    dueOn: now.dueOn ?? now.issuedOn,
    periodStart: now.periodStart ?? now.issuedOn,
    amountCents: sumCents(chargesOf(now)),
    previousBalanceCents: centsOf(now.previousBalance ?? '0.00'),
    status: now.status,
    provesBalance: !isAdjustment(now.kind) && (fields.has('previousBalance') || fields.has('issuedOn')),
    change,
    known,
  };
}

function changedPayment(
  change: Change<'payment'>,
  known: HistoryPayment | undefined,
  timeZone: string,
): HistoryPayment {
  const { line, key, now } = change;
  return {
    id: known?.id ?? uuidv7(),
    key,
    line,
    state: now.status,
    occurredOn: known?.isMadeHere ? known.occurredOn : occurredOn(now.occurredOn, timeZone),
    amountCents: centsOf(now.amount),
    isMadeHere: known?.isMadeHere ?? false,
    refundedCents: known?.refundedCents ?? 0,
    refunds: known?.refunds ?? [],
    appliedTo: inCents(now.appliedTo),
    change,
    known,
  };
}

/** Live allocations less what the last import stated of them. */
function existingOf({ allocations, payments, bills }: KnownAccount): Allocation[] {
  const numbers = new Map(bills.map(({ id, number }) => [id, number]));
  const appliedTo = new Map(payments.map((payment) => [payment.id, payment.appliedTo]));
  return allocations.flatMap(({ creditId, debtId, amountCents, isStated }) => {
    const stated = appliedTo.get(creditId)?.find((part) => part.invoiceNumber === numbers.get(debtId));
    const leftCents = amountCents - (isStated ? (stated?.amountCents ?? 0) : 0);
    return leftCents > 0 ? [{ creditId, debtId, amountCents: leftCents }] : [];
  });
}
