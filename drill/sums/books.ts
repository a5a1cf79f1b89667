import { cents, dueOn, type InvoiceLine, isBill, type PaymentLine, total } from './lines.ts';

/** A credit or a debt. */
export interface Side {
  readonly id: string;
  /** The day from which a credit pays, or on which a debt is due. */
  readonly day: string;
  readonly amount: number;
}

/** What a credit pays of a debt. */
export interface Pay {
  readonly credit: string;
  readonly debt: string;
  amount: number;
}

/** A bill, or the balance before the first one. */
export interface Charged {
  readonly id: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amount: number;
  /** Billing owes it to nobody from this day on. */
  readonly reversedOn: string | undefined;
}

/** An account's items in order of issue, and who pays whom: as imported, and after the voids. */
export interface Books {
  readonly charged: readonly Charged[];
  readonly debts: readonly Side[];
  readonly credits: readonly Side[];
  readonly imported: readonly Pay[];
  readonly pays: readonly Pay[];
}

/** A payment of the file. */
export interface Paid {
  readonly line: PaymentLine;
  readonly day: string;
  /** What it credits: what was taken, less what was given back. */
  readonly amount: number;
  readonly taken: number;
}

const opening = '';

/** Their sum. */
export const amountsOf = (sides: readonly { readonly amount: number }[]) =>
  total(sides.map(({ amount }) => amount));

/** What a file states holds; whatever else is free pays the debt that is due first. A void frees what it paid and was paid. */
export function booksOf(
  invoices: readonly InvoiceLine[],
  paid: readonly Paid[],
  voided: ReadonlySet<string>,
): Books {
  const charged = [openingOf(invoices.find(isBill), paid), ...invoices.map(chargedOf)];
  const held = charged.filter(({ reversedOn }) => reversedOn === undefined);
  const debts = held.filter(({ amount }) => amount > 0).map((item) => ({ ...item, day: item.dueOn }));
  const credits = [
    ...held
      .filter(({ amount }) => amount < 0)
      .map(({ id, issuedOn, amount }) => ({ id, day: issuedOn, amount: -amount })),
    ...paid.map(({ line, day, amount }) => ({ id: line.externalId, day, amount })),
  ];
  const stated = paid.flatMap(({ line }) =>
    line.appliedTo.map((to) => ({
      credit: line.externalId,
      debt: to.invoiceNumber,
      amount: cents(to.amount),
    })),
  );
  const [byDue, byAge] = [debts.toSorted(byDay), credits.toSorted(byDay)];
  const imported = payOldest(stated, byAge, byDue);
  const isLive = ({ id }: Side) => !voided.has(id);
  const live = imported.filter(({ credit, debt }) => !voided.has(credit) && !voided.has(debt));
  const pays = payOldest(live, byAge.filter(isLive), byDue.filter(isLive));
  return { charged, debts: byDue, credits, imported, pays };
}

function openingOf(first: InvoiceLine | undefined, paid: readonly Paid[]): Charged {
  const day = first?.issuedOn ?? '';
  const before = first ? cents(first.previousBalance) : 0;
  const amount = before + amountsOf(paid.filter((payment) => payment.day < day));
  return { id: opening, issuedOn: day, dueOn: day, amount, reversedOn: undefined };
}

function chargedOf(line: InvoiceLine): Charged {
  const { invoiceNumber: id, issuedOn, reversedOn } = line;
  return { id, issuedOn, dueOn: dueOn(line), amount: billAmount(line), reversedOn };
}

/** What was paid of a debt. */
export const paidOf = (debt: string, pays: readonly Pay[]) =>
  amountsOf(pays.filter((pay) => pay.debt === debt));

/** A bill's charges. */
export function billAmount({ items }: InvoiceLine): number {
  return total(items.flatMap(({ charges }) => charges.map(({ amount }) => cents(amount))));
}

/** Lets each credit pay the debts, both in their order. */
function payOldest(before: readonly Pay[], credits: readonly Side[], debts: readonly Side[]): Pay[] {
  const pays = before.map((pay) => ({ ...pay }));
  const used = (side: 'credit' | 'debt', id: string) =>
    total(pays.filter((pay) => pay[side] === id).map(({ amount }) => amount));
  for (const credit of credits)
    for (const debt of debts) {
      const amount = Math.min(credit.amount - used('credit', credit.id), debt.amount - used('debt', debt.id));
      if (amount <= 0) continue;
      const known = pays.find((pay) => pay.credit === credit.id && pay.debt === debt.id);
      if (known) known.amount += amount;
      else pays.push({ credit: credit.id, debt: debt.id, amount });
    }
  return pays;
}

/** The opening comes first of its day. */
export function byDay(a: Pick<Side, 'id' | 'day'>, b: Pick<Side, 'id' | 'day'>): number {
  return `${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1;
}
