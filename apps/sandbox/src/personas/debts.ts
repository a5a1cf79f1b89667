/** A bill, or what was owed before the first one. */
export interface Debt {
  /** Of a bill only. */
  readonly number?: string;
  openCents: number;
  paidOn: string | null;
}

/** A payment, a bill below 0, or the credit from before the first bill. */
export interface Credit {
  freeCents: number;
  readonly allocations: Map<Debt, number>;
}

/** Lets a credit pay what it can of a debt on a day. */
export function allocate(credit: Credit, debt: Debt, day: string): void {
  const cents = Math.min(credit.freeCents, debt.openCents);
  if (cents === 0) return;
  credit.freeCents -= cents;
  debt.openCents -= cents;
  credit.allocations.set(debt, (credit.allocations.get(debt) ?? 0) + cents);
  if (debt.openCents === 0) debt.paidOn = day;
}
