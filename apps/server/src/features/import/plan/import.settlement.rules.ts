import { isAdjustment } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';
import { type Allocation, openingId, pairOf, reallocate } from '../../balance/allocation.rules.ts';
import { balanceChangesOf } from '../../balance/earlier-balance.rules.ts';
import { sumWorth, worthOf } from '../../balance/worth.rules.ts';
import { everIssued, type History } from './import.history.rules.ts';
import type { HistoryBill, HistoryPayment, Opening } from './import.units.rules.ts';

/** What the credits of an account pay after the import. */
export type Settlement = ReturnType<typeof settle>;

/** Applies every credit of an account: what the file states stays, and whatever else is free pays the oldest open items. */
export function settle(history: History) {
  const { bills, payments } = history;
  const opening = openingAfter(history);
  const allocations = allocateAll(history, opening);
  const cents = centsById(allocations);
  const days = new Map([
    ...payments.map(({ id, occurredOn }) => [id, occurredOn] as const),
    ...bills.map(({ id, issuedOn }) => [id, issuedOn] as const),
    [openingId, opening?.dueOn ?? ''] as const,
  ]);
  return {
    opening,
    allocations,
    /** What is left of a bill or the opening balance. Above 0: still open; below 0: still free. */
    openCents: (id: string, amountCents: number) =>
      amountCents - Math.sign(amountCents) * (cents.get(id) ?? 0),
    /** The day on which a bill with nothing open was paid: its issue date, or the day of the last credit, if later. */
    paidOn: ({ id, issuedOn }: HistoryBill) =>
      allocations
        .filter(({ debtId }) => debtId === id)
        .map(({ creditId }) => days.get(creditId) ?? '')
        .reduce((latest, day) => (day > latest ? day : latest), issuedOn),
  };
}

/**
 * Returns the opening balance: the previous balance of the first bill before any payment and adjustment that is known. It stays
 * as it is when neither that bill nor one of these changes.
 */
function openingAfter(history: History): Opening | null {
  const { payments, opening } = history;
  const issued = everIssued(history);
  const first = issued.find(({ kind }) => !isAdjustment(kind));
  if (!first) return opening;
  const early = payments.filter(({ occurredOn }) => occurredOn < first.issuedOn);
  const adjustments = issued.filter(({ issuedOn }) => issuedOn < first.issuedOn);
  if (!first.change && [...early, ...adjustments].every(({ change }) => !change)) return opening;
  const adjusted = adjustments.flatMap(balanceChangesOf).filter(({ day }) => day < first.issuedOn);
  const amountCents = first.previousBalanceCents + sumWorth(early) - sumCents(adjusted);
  return { amountCents, dueOn: first.issuedOn };
}

/** Whether what the file states of a payment is applied. */
export const isApplied = ({ state, isMadeHere }: HistoryPayment) => state === 'COMPLETED' && !isMadeHere;

/** What the file states of completed payments, as allocations to the account's bills. */
function statedAllocations({ bills, payments }: History): Allocation[] {
  const ids = new Map(bills.map(({ number, id }) => [number, id]));
  return payments.filter(isApplied).flatMap(({ id: creditId, appliedTo }) =>
    appliedTo.flatMap(({ invoiceNumber, amountCents }) => {
      const debtId = ids.get(invoiceNumber);
      return debtId === undefined ? [] : [{ creditId, debtId, amountCents }];
    }),
  );
}

/** What new credits are for: they pay it as far as it is open, after all that is stated or paid before. */
function creditAllocations({ bills }: History): Allocation[] {
  const ids = new Map(bills.map(({ number, id }) => [number, id]));
  return bills.flatMap(({ id: creditId, amountCents, change }) => {
    const debtId = ids.get(change?.now.forInvoice ?? '');
    return debtId === undefined || amountCents > 0 ? [] : [{ creditId, debtId, amountCents: -amountCents }];
  });
}

/** Allocations, and of each whether at least a part of it is stated in the file: that part holds before any other. */
function allocateAll(history: History, opening: Opening | null) {
  const { bills, payments, existing } = history;
  const stated = statedAllocations(history);
  const items = [...bills, ...(opening ? [{ id: openingId, issuedOn: opening.dueOn, ...opening }] : [])];
  const credits = [
    ...payments
      .map((payment) => ({ id: payment.id, availableOn: payment.occurredOn, freeCents: worthOf(payment) }))
      .filter(({ freeCents }) => freeCents > 0),
    ...items
      .filter(({ amountCents }) => amountCents < 0)
      .map(({ id, issuedOn, amountCents }) => ({ id, availableOn: issuedOn, freeCents: -amountCents })),
  ];
  const debts = items
    .filter(({ amountCents }) => amountCents > 0)
    .map(({ id, dueOn, amountCents }) => ({ id, dueOn, openCents: amountCents }));
  const statedPairs = new Set(stated.map(pairOf));
  const allocations = reallocate(credits, debts, [...stated, ...existing, ...creditAllocations(history)]);
  return allocations.map((allocation) => ({ ...allocation, isStated: statedPairs.has(pairOf(allocation)) }));
}

/** Cents that allocations take from each credit and give to each debt. */
function centsById(allocations: readonly Allocation[]): Map<string, number> {
  const cents = new Map<string, number>();
  for (const { creditId, debtId, amountCents } of allocations)
    for (const id of [creditId, debtId]) cents.set(id, (cents.get(id) ?? 0) + amountCents);
  return cents;
}
