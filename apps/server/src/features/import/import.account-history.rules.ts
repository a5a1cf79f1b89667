import type { PaymentState } from '@myaccount/contract/payment-states';
import { v7 as uuidv7 } from 'uuid';
import type { Allocation } from '../balance/allocation.rules.ts';
import { type Change, ofType } from './import.changes.rules.ts';
import { occurredOn } from './import.days.rules.ts';
import { centsOf, dollarsOf, sumCents } from './import.money.rules.ts';
import { movesTo } from './import.moves.rules.ts';
import type { Content, LineRefusal } from './import.parse.rules.ts';
import type { RefusedLine } from './import.staging.repository.ts';

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
  /** What is open in the database. */
  readonly openCents?: number;
  readonly change?: Change<'invoice'>;
  /** The bill in the database, which stays when the line is refused. */
  readonly known?: HistoryBill;
}

/** A payment among the history of its account. */
export interface HistoryPayment {
  readonly id: string;
  /** How a file names it. */
  readonly key?: string;
  readonly line: number | null;
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
  /** What the file states; not what is applied on top of it. */
  readonly appliedTo: readonly { readonly invoiceNumber: string; readonly amountCents: number }[];
  readonly change?: Change<'payment'>;
  readonly known?: HistoryPayment;
}

/** What the account owed (above 0), or had as credit (below 0), before its first bill. */
export interface Opening {
  readonly amountCents: number;
  /** The issue date of the first bill. */
  readonly dueOn: string;
  /** What is open in the database. */
  readonly openCents?: number;
}

/** A live allocation in the database. */
export interface KnownAllocation extends Allocation {
  readonly id: string;
  readonly isStated: boolean;
}

/** Bills and payments of one account in the database. */
export interface KnownHistory {
  readonly bills: readonly HistoryBill[];
  readonly payments: readonly HistoryPayment[];
  /** Oldest first. */
  readonly allocations: readonly KnownAllocation[];
  readonly opening: Opening | null;
}

/** All bills and payments of one account as they would be after the import. */
export interface History {
  /** In order of issue date, then number. */
  readonly bills: readonly HistoryBill[];
  readonly payments: readonly HistoryPayment[];
  /** The opening balance in the database. */
  readonly opening: Opening | null;
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

/** What a file states of a payment, in cents. */
export function inCents(appliedTo: Content<'payment'>['appliedTo']): HistoryPayment['appliedTo'] {
  return appliedTo.map(({ invoiceNumber, amount }) => ({ invoiceNumber, amountCents: centsOf(amount) }));
}

/** What the database has of one account's history, and what the file says of it. */
interface HistoryUnit {
  readonly known: KnownHistory | undefined;
  readonly lines: readonly Change[];
  readonly refused: readonly RefusedLine[];
}

/** Returns the history of one account after the import, and refuses payments that cannot reach their new state. */
export function historyOf(
  { known, lines, refused }: HistoryUnit,
  timeZone: string,
): { readonly history: History; readonly refusals: readonly LineRefusal[] } {
  const bills = new Map(known?.bills.map((bill) => [bill.number, bill]));
  for (const change of ofType('invoice', lines)) {
    const bill = changedBill(change, bills.get(change.key));
    bills.delete(bill.number);
    bills.set(bill.number, bill);
  }
  const payments = new Map(known?.payments.map((payment) => [payment.key, payment]));
  const refusals: LineRefusal[] = [];
  for (const change of ofType('payment', lines)) {
    const before = payments.get(change.key);
    const refusal = before && refuseMove(change, before);
    if (refusal) refusals.push(refusal);
    else {
      payments.delete(change.key);
      payments.set(change.key, changedPayment(change, before, timeZone));
    }
  }
  const refusedEntries = [
    ...refused
      .filter(({ type }) => type === 'invoice' || type === 'payment')
      .map(({ line, type, key }) => ({ line, invoiceNumber: type === 'invoice' ? key : null })),
    ...refusals.map(({ line }) => ({ line, invoiceNumber: null })),
  ];
  const history = {
    bills: inOrder([...bills.values()]),
    payments: [...payments.values()],
    opening: known?.opening ?? null,
    existing: known ? existingOf(known) : [],
    refused: refusedEntries,
  };
  return { history, refusals };
}

function refuseMove({ line, now }: Change<'payment'>, known: HistoryPayment): LineRefusal | null {
  if (!movesTo(known.state, now.status))
    return { line, field: 'status', reason: `cannot become ${now.status}: the payment is ${known.state}` };
  if (!known.isMadeHere || known.amountCents === centsOf(now.amount)) return null;
  const reason = `is not the ${dollarsOf(known.amountCents)} of the payment that was made here`;
  return { line, field: 'amount', reason };
}

function changedBill(change: Change<'invoice'>, known: HistoryBill | undefined): HistoryBill {
  const { line, key, now, fields } = change;
  return {
    id: known?.id ?? uuidv7(),
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
    appliedTo: inCents(now.appliedTo),
    change,
    known,
  };
}

/** Live allocations less what the last import stated of them. */
function existingOf({ allocations, payments, bills }: KnownHistory): Allocation[] {
  const numbers = new Map(bills.map(({ id, number }) => [id, number]));
  const appliedTo = new Map(payments.map((payment) => [payment.id, payment.appliedTo]));
  return allocations.flatMap(({ creditId, debtId, amountCents, isStated }) => {
    const stated = appliedTo.get(creditId)?.find((part) => part.invoiceNumber === numbers.get(debtId));
    const leftCents = amountCents - (isStated ? (stated?.amountCents ?? 0) : 0);
    return leftCents > 0 ? [{ creditId, debtId, amountCents: leftCents }] : [];
  });
}
