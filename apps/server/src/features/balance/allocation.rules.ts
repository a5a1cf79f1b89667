/** Something owed that credit can pay: a bill by its id, or the opening debt as {@link openingId}. */
export interface Debt {
  readonly id: string;
  readonly dueOn: string;
  /** Above 0. */
  readonly openCents: number;
}

/** Money or credit that pays nothing yet: a payment or a negative bill by its id, or the opening credit. */
export interface Credit {
  readonly id: string;
  /** Day from which it can pay: the payment's, or the bill's issue date. */
  readonly availableOn: string;
  /** Above 0. */
  readonly freeCents: number;
}

/** The part of a credit that pays a debt. */
export interface Allocation {
  readonly creditId: string;
  readonly debtId: string;
  readonly amountCents: number;
}

/** Id of the debt, or the credit, that an account came with. */
export const openingId = 'opening';

/** Debts in the order in which credit pays them: oldest due date first; of one day the opening debt, then by id. */
export function oldestFirst<T extends Pick<Debt, 'id' | 'dueOn'>>(debts: readonly T[]): T[] {
  return debts.toSorted((a, b) => compare(a.dueOn, b.dueOn) || compare(rank(a.id), rank(b.id)));
}

/**
 * Applies free credit to the oldest open debts, the oldest credit first. Afterward either no debt is open or no credit
 * is free.
 */
export function allocateOldestFirst(credits: readonly Credit[], debts: readonly Debt[]): Allocation[] {
  const inOrder = credits.toSorted(
    (a, b) => compare(a.availableOn, b.availableOn) || compare(rank(a.id), rank(b.id)),
  );
  const waiting = oldestFirst(debts).map(({ id, openCents }) => ({ id, openCents }));
  return inOrder.flatMap(({ id: creditId, freeCents }) => {
    const allocations: Allocation[] = [];
    for (let left = freeCents; left > 0; ) {
      const [debt] = waiting;
      if (!debt) break;
      const amountCents = Math.min(left, debt.openCents);
      if (amountCents > 0) allocations.push({ creditId, debtId: debt.id, amountCents });
      left -= amountCents;
      debt.openCents -= amountCents;
      if (debt.openCents <= 0) waiting.shift();
    }
    return allocations;
  });
}

/** Returns what money that is not booked yet covers of each debt that it reaches, by id: the oldest first. */
export function coveredOldestFirst(debts: readonly Debt[], cents: number): Map<string, number> {
  const credit = { id: 'money', availableOn: '', freeCents: cents };
  const allocations = allocateOldestFirst([credit], debts);
  return new Map(allocations.map(({ debtId, amountCents }) => [debtId, amountCents]));
}

/**
 * Allocations of an account after its credits or debts changed. Credits and debts come with their whole amounts.
 * Of `existing`, in its order, whatever still fits stays; the rest goes to the oldest open debts. Each pair of credit and
 * debt has one allocation.
 */
export function reallocate(
  credits: readonly Credit[],
  debts: readonly Debt[],
  existing: readonly Allocation[],
): Allocation[] {
  const free = new Map(credits.map(({ id, freeCents }) => [id, freeCents]));
  const open = new Map(debts.map(({ id, openCents }) => [id, openCents]));
  const kept = existing.flatMap(({ creditId, debtId, amountCents }) => {
    const cents = Math.min(amountCents, free.get(creditId) ?? 0, open.get(debtId) ?? 0);
    if (cents <= 0) return [];
    free.set(creditId, (free.get(creditId) ?? 0) - cents);
    open.set(debtId, (open.get(debtId) ?? 0) - cents);
    return [{ creditId, debtId, amountCents: cents }];
  });
  const added = allocateOldestFirst(
    credits.map((credit) => ({ ...credit, freeCents: free.get(credit.id) ?? 0 })),
    debts.map((debt) => ({ ...debt, openCents: open.get(debt.id) ?? 0 })),
  );
  return mergeAllocations([...kept, ...added]);
}

/** Returns one allocation for each pair of credit and debt, with the sum of its cents. */
export function mergeAllocations<T extends Allocation>(allocations: readonly T[]): T[] {
  const pairs = new Map<string, T>();
  for (const allocation of allocations) {
    const pair = pairOf(allocation);
    const amountCents = (pairs.get(pair)?.amountCents ?? 0) + allocation.amountCents;
    pairs.set(pair, { ...allocation, amountCents });
  }
  return [...pairs.values()];
}

/** Names the credit and the debt of an allocation. */
export function pairOf({ creditId, debtId }: Allocation): string {
  return `${creditId} ${debtId}`;
}

/** The opening comes before everything else of its day. */
function rank(id: string): string {
  return id === openingId ? '' : id;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
