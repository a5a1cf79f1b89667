import type { AccountBody, Bill, Payment } from './gotransverse.store.ts';

/** What is open and free of an account, and what pays what. */
export type Ledger = ReturnType<typeof settle>;

/** Something owed, above 0, or something that pays. `dueOn` orders debts, `from` what pays. */
interface Entry {
  leftCents: number;
  readonly dueOn: string;
  readonly from: string;
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
  const entry = (leftCents: number, from: string, dueOn = from): Entry => ({
    leftCents,
    from,
    dueOn,
    pays: new Map(),
  });
  const live = bills.filter(({ reversedOn }) => !reversedOn);
  const applied = payments.filter(({ status }) => status === 'COMPLETED');
  const owed = new Map([
    // No bill has the number of the opening balance.
    ['', entry(openingCents, openingOn)],
    ...live.map(
      (bill) =>
        [bill.invoiceNumber, entry(totalOf(bill), bill.issuedOn, bill.dueOn ?? bill.issuedOn)] as const,
    ),
  ]);
  const paid = new Map(
    applied.map(({ externalId, amount, occurredOn }) => [
      externalId,
      entry(-centsOf(amount), occurredOn.slice(0, 10)),
    ]),
  );
  const pay = (credit: Entry | undefined, number: string, mostCents = Number.POSITIVE_INFINITY) => {
    const debt = owed.get(number);
    const cents = Math.min(mostCents, -(credit?.leftCents ?? 0), debt?.leftCents ?? 0);
    if (!credit || !debt || cents <= 0) return;
    credit.leftCents += cents;
    debt.leftCents -= cents;
    credit.pays.set(number, (credit.pays.get(number) ?? 0) + cents);
  };
  for (const { externalId, appliedTo } of applied)
    for (const { invoiceNumber, amount } of appliedTo ?? [])
      pay(paid.get(externalId), invoiceNumber, centsOf(amount));
  for (const { invoiceNumber, forInvoice } of live) if (forInvoice) pay(owed.get(invoiceNumber), forInvoice);
  const debts = [...owed].sort(([, a], [, b]) => a.dueOn.localeCompare(b.dueOn));
  const all = [...owed.values(), ...paid.values()];
  for (const credit of all.toSorted((a, b) => a.from.localeCompare(b.from)))
    for (const [number] of debts) pay(credit, number);
  return {
    balanceCents: all.reduce((sum, { leftCents }) => sum + leftCents, 0),
    /** Cents of a bill that are open, or free below 0. */
    leftOf: (invoiceNumber: string) => owed.get(invoiceNumber)?.leftCents ?? 0,
    /** The bills that a payment pays, and how many cents of each. */
    paidBy: (externalId: string) =>
      [...(paid.get(externalId)?.pays ?? [])].filter(([number]) => number !== ''),
  };
}
