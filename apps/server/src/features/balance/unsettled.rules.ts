import { coveredOldestFirst, type Debt } from './allocation.rules.ts';

/** A debt with what of it was never settled, as of the last time that a part of it was reopened; null: all that is open. */
export interface UnsettledDebt extends Debt {
  readonly unsettledCents: number | null;
}

/** Returns what of a debt was never settled and is not covered by money on its way: what was reopened is paid first. */
export function unsettledLeft(
  { openCents, unsettledCents }: Pick<UnsettledDebt, 'openCents' | 'unsettledCents'>,
  coveredCents = 0,
): number {
  return Math.min(openCents - coveredCents, unsettledCents ?? openCents);
}

/**
 * Returns what was never settled, by id, of the debts that are about to be reopened and of those that accepted debits on their
 * way cover: these settle like booked payments.
 */
export function unsettledBefore(
  debts: readonly UnsettledDebt[],
  pendingCents: number,
  reopenedIds: readonly string[],
): Map<string, number> {
  const covered = coveredOldestFirst(debts, pendingCents);
  const open = new Map(debts.map((debt) => [debt.id, unsettledLeft(debt, covered.get(debt.id))]));
  return new Map([...reopenedIds, ...covered.keys()].map((id) => [id, open.get(id) ?? 0]));
}
