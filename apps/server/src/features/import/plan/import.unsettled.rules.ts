import { sumCents } from '@myaccount/contract/money';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { coveredOldestFirst, openingId } from '../../balance/allocation.rules.ts';
import { unsettledLeft } from '../../balance/unsettled.rules.ts';
import type { History } from './import.history.rules.ts';
import type { Settlement } from './import.settlement.rules.ts';
import type { HistoryBill, Opening } from './import.units.rules.ts';

/** A bill or the opening balance, with what the database has of it. */
interface Item extends Pick<HistoryBill, 'id' | 'dueOn' | 'amountCents'> {
  readonly before: Opening | undefined;
}

/**
 * Returns what was never settled of each bill and of the opening balance after an import; null: all that is open. A payment
 * that the file takes back, or makes smaller, reopens what it paid; a correction upward was never settled.
 */
export function unsettledAfter(
  history: History,
  { opening, openCents }: Settlement,
  today: string,
): (id: string) => number | null {
  const items: Item[] = history.bills.map((bill) => ({ ...bill, before: bill.change ? bill.known : bill }));
  if (opening) items.push({ id: openingId, ...opening, before: history.opening ?? undefined });
  const covered = coveredBefore(items, history);
  const known = items.flatMap(({ id, dueOn, amountCents, before }) => {
    if (!before) return [];
    const { unsettledCents = null } = before;
    const debt = { openCents: Math.max(0, before.openCents ?? 0), unsettledCents };
    const addedCents = Math.max(0, amountCents - before.amountCents);
    const isReopened = openCents(id, amountCents) > debt.openCents + addedCents;
    return [{ id, dueOn, debt, addedCents, isReopened }];
  });
  const isReopening = known.some(({ isReopened }) => isReopened) || bringsDebitBack(history);
  const unsettled = known.map(({ id, dueOn, debt, addedCents, isReopened }) => {
    const isKept = isReopening && (isReopened || covered.has(id));
    if (dueOn > today || (!isKept && debt.unsettledCents === null)) return [id, null] as const;
    return [id, unsettledLeft(debt, isKept ? covered.get(id) : 0) + addedCents] as const;
  });
  const byId = new Map(unsettled);
  return (id) => byId.get(id) ?? null;
}

/** What accepted debits on their way covered of each item. */
function coveredBefore(items: readonly Item[], { payments }: History): Map<string, number> {
  const debts = items.flatMap(({ id, before }) => {
    const { dueOn = '', openCents = 0 } = before ?? {};
    return openCents > 0 ? [{ id, dueOn, openCents }] : [];
  });
  const pending = payments.flatMap((payment) => {
    const before = payment.change ? payment.known : payment;
    return before?.state === 'PENDING' ? [before] : [];
  });
  return coveredOldestFirst(debts, sumCents(pending));
}

function bringsDebitBack({ payments }: History): boolean {
  const isBack = (state: PaymentState) => state === 'RETURNED' || state === 'REFUNDED';
  return payments.some(({ state, known }) => known?.state === 'PENDING' && isBack(state));
}
