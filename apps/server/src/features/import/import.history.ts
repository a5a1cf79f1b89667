import { changedFields } from './import.changes.ts';
import { occurredOn } from './import.days.ts';
import {
  type History,
  type HistoryBill,
  type HistoryPayment,
  refuseWhatDoesNotAddUp,
} from './import.history.rules.ts';
import type { KnownAllocation, KnownBill, KnownPayment } from './import.known.ts';
import { centsOf, dollarsOf } from './import.money.ts';
import { movesTo } from './import.moves.rules.ts';
import type { Content, Refusal } from './import.parse.ts';
import type { AccountUnit, Change } from './import.unit.ts';

/** Bills and payments of one account as the database knows them. */
export interface KnownHistory {
  readonly bills: readonly KnownBill[];
  readonly payments: readonly KnownPayment[];
  /** Those that hold. */
  readonly allocations: readonly KnownAllocation[];
}

/** A bill’s charges, one after the other, in cents; positions count from 1. */
export function chargesOf(now: Content<'invoice'>) {
  return now.items.flatMap((item, itemPosition) =>
    item.charges.map(({ type, description, amount }, position) => ({
      itemPosition: itemPosition + 1,
      position: position + 1,
      type,
      description,
      amountCents: centsOf(amount),
    })),
  );
}

export function amountOf(now: Content<'invoice'>): number {
  return chargesOf(now).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The payment that a line means: by the number it has in files, or by our own id for one made in the portal. */
export function knownPaymentOf(key: string, known: KnownHistory): KnownPayment | undefined {
  return known.payments.find(
    ({ id, externalId }) => externalId === key || (externalId === null && id === key),
  );
}

/** Refuses bills and payments of one account that do not add up with what the database knows of it. */
export function refuseHistory(unit: AccountUnit, known: KnownHistory, timeZone: string): Refusal[] {
  const impossible = unit.payments.flatMap((change) => refuseMove(change, known));
  const isPossible = ({ line }: { line: number }) => impossible.every((refusal) => refusal.line !== line);
  const knownBills = known.bills.map((bill) => knownBillOf(bill, known));
  const knownPayments = known.payments.map((payment) => knownPaymentEntry(payment, known));
  const bills = unit.invoices.map((change) =>
    newBillOf(
      change,
      knownBills.find(({ number }) => number === change.key),
    ),
  );
  const payments = unit.payments.filter(isPossible).map((change) => {
    const payment = knownPaymentOf(change.key, known);
    const fallback = knownPayments.find(({ name }) => name === payment?.id);
    return newPaymentOf(change, fallback, timeZone);
  });
  const replaced = new Set([...bills, ...payments].flatMap(({ fallback }) => fallback ?? []));
  const history: History = {
    bills: [...knownBills.filter((bill) => !replaced.has(bill)), ...bills],
    payments: [...knownPayments.filter((payment) => !replaced.has(payment)), ...payments],
    refused: [
      ...unit.refused
        .filter(({ type }) => type === 'invoice' || type === 'payment')
        .map(({ line, type, key }) => ({ line, invoiceNumber: type === 'invoice' ? key : null })),
      ...impossible.map(({ line }) => ({ line, invoiceNumber: null })),
    ],
  };
  return [...impossible, ...refuseWhatDoesNotAddUp(history)];
}

function refuseMove({ line, key, now }: Change<'payment'>, known: KnownHistory): Refusal[] {
  const payment = knownPaymentOf(key, known);
  if (!payment) return [];
  if (!movesTo(payment.state, now.status))
    return [
      { line, field: 'status', reason: `cannot become ${now.status}: the payment is ${payment.state}` },
    ];
  if (payment.externalId !== null || payment.amountCents === centsOf(now.amount)) return [];
  const reason = `is not the ${dollarsOf(payment.amountCents)} of the payment that was made here`;
  return [{ line, field: 'amount', reason }];
}

function knownBillOf(bill: KnownBill, known: KnownHistory): HistoryBill {
  const madeHere = new Set(
    known.payments.filter(({ externalId }) => externalId === null).map(({ id }) => id),
  );
  const paidHereCents = known.allocations
    .filter(({ invoiceId, paymentId }) => invoiceId === bill.id && madeHere.has(paymentId))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...bill, line: null, status: null, provesBalance: false, paidHereCents };
}

function newBillOf(
  { line, key, now, before }: Change<'invoice'>,
  fallback: HistoryBill | undefined,
): HistoryBill {
  const fields = changedFields(before, now);
  return {
    line,
    number: key,
    issuedOn: now.issuedOn,
    periodStart: now.periodStart,
    amountCents: amountOf(now),
    previousBalanceCents: centsOf(now.previousBalance),
    status: now.status,
    provesBalance: fields.has('previousBalance') || fields.has('issuedOn'),
    paidHereCents: fallback?.paidHereCents ?? 0,
    fallback,
  };
}

function knownPaymentEntry(payment: KnownPayment, known: KnownHistory): HistoryPayment {
  const numbers = new Map(known.bills.map(({ id, number }) => [id, number]));
  return {
    line: null,
    name: payment.id,
    state: payment.state,
    occurredOn: payment.occurredOn,
    amountCents: payment.amountCents,
    isMadeHere: payment.externalId === null,
    appliedTo: known.allocations
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ invoiceId, amountCents }) => ({ invoiceNumber: numbers.get(invoiceId) ?? '', amountCents })),
  };
}

function newPaymentOf(
  { line, key, now }: Change<'payment'>,
  fallback: HistoryPayment | undefined,
  timeZone: string,
): HistoryPayment {
  return {
    line,
    name: key,
    state: now.status,
    occurredOn: occurredOn(now.occurredOn, timeZone),
    amountCents: centsOf(now.amount),
    isMadeHere: fallback?.isMadeHere ?? false,
    appliedTo: now.appliedTo.map(({ invoiceNumber, amount }) => ({
      invoiceNumber,
      amountCents: centsOf(amount),
    })),
    fallback,
  };
}
