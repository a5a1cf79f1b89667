import { sumCents } from '@myaccount/contract/money';
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
 * Returns what was never settled of each bill and of the opening balance after an import; null: all that is open. A
 * payment that the file takes back, or makes smaller, reopens what it paid; a correction upward was never settled.
 */
export function unsettledAfter(
  history: History,
  { opening, openCents }: Settlement,
  today: string,
): (id: string) => number | null {
  const items: Item[] = history.bills.map((bill) => ({ ...bill, before: bill.change ? bill.known : bill }));
  if (opening) items.push({ id: openingId, ...opening, before: history.opening ?? undefined });
  const covered = { before: coveredBefore(items, history), after: coveredAfter(items, history, openCents) };
  const unsettled = new Map(
    items.map(({ id, dueOn, amountCents, before }) => {
      if (!before || dueOn > today) return [id, null];
      const { unsettledCents = null } = before;
      const debt = { openCents: Math.max(0, before.openCents ?? 0), unsettledCents };
      const addedCents = Math.max(0, amountCents - before.amountCents);
      const keptCents = unsettledLeft(debt, covered.before.get(id)) + addedCents;
      if (openCents(id, amountCents) - (covered.after.get(id) ?? 0) > keptCents) return [id, keptCents];
      return [id, unsettledCents === null ? null : unsettledLeft(debt) + addedCents];
    }),
  );
  return (id) => unsettled.get(id) ?? null;
}

/** Accepted debits on their way settle, unless the file says that they failed. */
function coveredBefore(items: readonly Item[], { payments }: History): Map<string, number> {
  const debts = items.flatMap(({ id, before }) => {
    const { dueOn = '', openCents = 0 } = before ?? {};
    return openCents > 0 ? [{ id, dueOn, openCents }] : [];
  });
  const pending = payments
    .filter(({ state }) => state !== 'PROCESSING_ERROR')
    .map((payment) => (payment.change ? payment.known : payment))
    .filter((before) => before?.state === 'PENDING');
  return coveredOldestFirst(debts, sumCents(pending.flatMap((payment) => payment ?? [])));
}

function coveredAfter(
  items: readonly Item[],
  { payments }: History,
  openCents: Settlement['openCents'],
): Map<string, number> {
  const debts = items.map((item) => ({ ...item, openCents: openCents(item.id, item.amountCents) }));
  const pending = payments.filter(({ state }) => state === 'PENDING');
  return coveredOldestFirst(
    debts.filter((debt) => debt.openCents > 0),
    sumCents(pending),
  );
}
