import type { PaymentState } from '@myaccount/contract/payment-states';
import { v7 as uuidv7 } from 'uuid';
import type { Allocation } from '../balance/allocation.rules.ts';
import type { Change } from './import.changes.rules.ts';
import { occurredOn } from './import.days.rules.ts';
import { centsOf, dollarsOf, sumCents } from './import.money.rules.ts';
import { movesTo } from './import.moves.rules.ts';
import type { Content, LineRefusal } from './import.parse.rules.ts';
import type { KnownAllocation, KnownBill, KnownOpening, KnownPayment } from './import.repository.ts';
import type { AccountUnit } from './import.unit.rules.ts';

/** Bills and payments of one account in the database. */
export interface KnownHistory {
  readonly bills: readonly KnownBill[];
  readonly payments: readonly KnownPayment[];
  /** Live ones, oldest first. */
  readonly allocations: readonly KnownAllocation[];
  readonly opening: KnownOpening | null;
}

/** A bill among the history of its account. */
export interface HistoryBill {
  readonly id: string;
  /** Line that adds or changes it; null when only the database has it. */
  readonly line: number | null;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
  /** The status in its line. */
  readonly status: 'OPEN' | 'CLOSED' | null;
  /** True when its previous balance is new and must agree with the history. */
  readonly provesBalance: boolean;
  readonly change?: Change<'invoice'>;
  readonly known?: KnownBill;
  /** The bill in the database, which stays when the line is refused. */
  readonly fallback?: HistoryBill;
}

/** A payment among the history of its account. */
export interface HistoryPayment {
  readonly id: string;
  readonly line: number | null;
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
  /** What the file states; not what is applied on top of it. */
  readonly appliedTo: readonly { readonly invoiceNumber: string; readonly amountCents: number }[];
  readonly change?: Change<'payment'>;
  readonly known?: KnownPayment;
  readonly fallback?: HistoryPayment;
}

/** All bills and payments of one account as they would be after the import. */
export interface History {
  /** In order of issue date, then number. */
  readonly bills: readonly HistoryBill[];
  readonly payments: readonly HistoryPayment[];
  /** The opening balance in the database. */
  readonly opening: KnownOpening | null;
  /** Live allocations in the database that no file states, oldest first. */
  readonly existing: readonly Allocation[];
  /** Lines of this account that were refused already. */
  readonly refused: readonly RefusedEntry[];
}

/** A refused line: the bill it would have brought (null: no bill), and the bills it would have paid, where known. */
export interface RefusedEntry {
  readonly line: number;
  readonly invoiceNumber: string | null;
  readonly paid?: readonly string[];
}

/** Bills by issue date, then number. */
export function inOrder(bills: readonly HistoryBill[]): HistoryBill[] {
  return bills.toSorted((a, b) => compare(a.issuedOn, b.issuedOn) || compare(a.number, b.number));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A bill's charges in cents. */
export function chargesOf({ items }: Content<'invoice'>) {
  return items.flatMap(({ charges }) =>
    charges.map(({ type, amount }) => ({ type, amountCents: centsOf(amount) })),
  );
}

/** Returns the history of one account after the import, and refuses payments that cannot reach their new state. */
export function historyOf(
  unit: Pick<AccountUnit, 'invoices' | 'payments' | 'refused'>,
  known: KnownHistory,
  timeZone: string,
): { readonly history: History; readonly refusals: readonly LineRefusal[] } {
  const refusals = unit.payments.flatMap((change) => refuseMove(change, known));
  const refusedLines = new Set(refusals.map(({ line }) => line));
  const bills = merged(
    known.bills.map(unchangedBill),
    unit.invoices,
    (change, before) => changedBill(change, before),
    ({ number }, { key }) => number === key,
  );
  const payments = merged(
    known.payments.map(unchangedPayment),
    unit.payments.filter(({ line }) => !refusedLines.has(line)),
    (change, before) => changedPayment(change, before, timeZone),
    (payment, change) => isNamed(payment.known, change.key),
  );
  const refused = [
    ...unit.refused
      .filter(({ type }) => type === 'invoice' || type === 'payment')
      .map(({ line, type, key }) => ({ line, invoiceNumber: type === 'invoice' ? key : null })),
    ...refusals.map(({ line }) => ({ line, invoiceNumber: null })),
  ];
  const history = {
    bills: inOrder(bills),
    payments,
    opening: known.opening,
    existing: existingOf(known),
    refused,
  };
  return { history, refusals };
}

/** What the database has, with what lines change of it or add to it. */
function merged<T extends { readonly id: string }, C>(
  known: readonly T[],
  changes: readonly C[],
  toEntry: (change: C, before: T | undefined) => T,
  isOf: (entry: T, change: C) => boolean,
): T[] {
  const changed = changes.map((change) =>
    toEntry(
      change,
      known.find((entry) => isOf(entry, change)),
    ),
  );
  const ids = new Set(changed.map(({ id }) => id));
  return [...known.filter(({ id }) => !ids.has(id)), ...changed];
}

/** True when a file names the payment by this key: the number it gave it, or our own id for one made in the portal. */
function isNamed(payment: KnownPayment | undefined, key: string): boolean {
  return payment?.externalId === key || (payment?.externalId === null && payment.id === key);
}

function refuseMove({ line, key, now }: Change<'payment'>, known: KnownHistory): LineRefusal[] {
  const payment = known.payments.find((one) => isNamed(one, key));
  if (!payment) return [];
  if (!movesTo(payment.state, now.status))
    return [
      { line, field: 'status', reason: `cannot become ${now.status}: the payment is ${payment.state}` },
    ];
  if (payment.externalId !== null || payment.amountCents === centsOf(now.amount)) return [];
  const reason = `is not the ${dollarsOf(payment.amountCents)} of the payment that was made here`;
  return [{ line, field: 'amount', reason }];
}

function unchangedBill(bill: KnownBill): HistoryBill {
  return { ...bill, line: null, status: null, provesBalance: false, known: bill };
}

function changedBill(change: Change<'invoice'>, fallback: HistoryBill | undefined): HistoryBill {
  const { line, key, now, fields } = change;
  return {
    id: fallback?.id ?? uuidv7(),
    line,
    number: key,
    issuedOn: now.issuedOn,
    dueOn: now.dueOn,
    periodStart: now.periodStart,
    amountCents: sumCents(chargesOf(now)),
    previousBalanceCents: centsOf(now.previousBalance),
    status: now.status,
    provesBalance: fields.has('previousBalance') || fields.has('issuedOn'),
    change,
    known: fallback?.known,
    fallback,
  };
}

function unchangedPayment(payment: KnownPayment): HistoryPayment {
  return {
    ...payment,
    line: null,
    isMadeHere: payment.externalId === null,
    appliedTo: inCents(payment.appliedTo ?? []),
    known: payment,
  };
}

function changedPayment(
  change: Change<'payment'>,
  fallback: HistoryPayment | undefined,
  timeZone: string,
): HistoryPayment {
  const { line, now } = change;
  const isMadeHere = fallback?.isMadeHere ?? false;
  return {
    id: fallback?.id ?? uuidv7(),
    line,
    state: now.status,
    occurredOn: fallback && isMadeHere ? fallback.occurredOn : occurredOn(now.occurredOn, timeZone),
    amountCents: centsOf(now.amount),
    isMadeHere,
    appliedTo: inCents(now.appliedTo),
    change,
    known: fallback?.known,
    fallback,
  };
}

function inCents(appliedTo: Content<'payment'>['appliedTo']): HistoryPayment['appliedTo'] {
  return appliedTo.map(({ invoiceNumber, amount }) => ({ invoiceNumber, amountCents: centsOf(amount) }));
}

/** Live allocations less what the last import stated of them. */
function existingOf({ allocations, payments, bills }: KnownHistory): Allocation[] {
  if (allocations.length === 0) return [];
  const numbers = new Map(bills.map(({ id, number }) => [id, number]));
  const appliedTo = new Map(payments.map((payment) => [payment.id, payment.appliedTo ?? []]));
  return allocations.flatMap(({ creditId, debtId, amountCents, isStated }) => {
    const stated = appliedTo.get(creditId)?.find((part) => part.invoiceNumber === numbers.get(debtId));
    const leftCents = amountCents - (isStated && stated ? centsOf(stated.amount) : 0);
    return leftCents > 0 ? [{ creditId, debtId, amountCents: leftCents }] : [];
  });
}
