import type { AccountBody, Bill, Payment } from './gotransverse.store.ts';

/** What is open and free of an account, and what pays what. */
export type Ledger = ReturnType<typeof settle>;

/** What is left of a debt, above 0, or of what pays, below 0. `dueOn` orders debts; `pays` has cents by bill. */
interface Entry {
  left: number;
  readonly dueOn: string;
  readonly pays: Map<string, number>;
}

/** Text of dollars as cents. */
export function centsOf(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}

/** What a bill or an adjustment adds to what is owed, in cents. */
export function totalOf({ items }: Pick<Bill, 'items'>): number {
  return items.flatMap(({ charges }) => charges).reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

/**
 * Lets payments and credits pay what is open: first what is listed, then a credit its bill, then whatever is free the oldest debt.
 * What is reversed, and a payment that is not applied, counts for nothing.
 */
export function settle(account: AccountBody, bills: readonly Bill[], payments: readonly Payment[]) {
  const { openingCents = 0, openingOn = '' } = account;
  const entry = (left: number, dueOn = ''): Entry => ({ left, dueOn, pays: new Map() });
  const live = bills.filter(({ reversedOn }) => !reversedOn);
  const applied = payments.filter(({ status }) => status === 'COMPLETED');
  // No bill has the number of the opening balance.
  const owed = new Map([['', entry(openingCents, openingOn)]]);
  for (const bill of live) owed.set(bill.invoiceNumber, entry(totalOf(bill), bill.dueOn ?? bill.issuedOn));
  const paid = new Map(applied.map(({ externalId, amount }) => [externalId, entry(-centsOf(amount))]));
  const pay = (credit = entry(0), number = '', most = Number.POSITIVE_INFINITY) => {
    const debt = owed.get(number) ?? entry(0);
    const cents = Math.min(most, -credit.left, debt.left);
    if (cents <= 0) return;
    credit.left += cents;
    debt.left -= cents;
    credit.pays.set(number, (credit.pays.get(number) ?? 0) + cents);
  };
  for (const { externalId, appliedTo } of applied)
    for (const { invoiceNumber, amount } of appliedTo ?? [])
      pay(paid.get(externalId), invoiceNumber, centsOf(amount));
  for (const { invoiceNumber, forInvoice } of live) if (forInvoice) pay(owed.get(invoiceNumber), forInvoice);
  const debts = [...owed].sort(([, a], [, b]) => a.dueOn.localeCompare(b.dueOn));
  const all = [...owed.values(), ...paid.values()];
  for (const credit of all) for (const [number] of debts) pay(credit, number);
  return {
    balanceCents: all.reduce((sum, { left }) => sum + left, 0),
    /** Cents of a bill that are open, or free below 0. */
    leftOf: (invoiceNumber: string) => owed.get(invoiceNumber)?.left ?? 0,
    /** The bills that a payment pays, and how many cents of each. */
    paidBy: (externalId: string) =>
      [...(paid.get(externalId)?.pays ?? [])].filter(([number]) => number !== ''),
  };
}
