// What an account owes, recomputed from the lines of its import file by the sentences of docs/import-format.md and decision 07.
// It is a second, simple truth: it imports nothing of the portal, and a test keeps it so.
import {
  amountsOf,
  type Books,
  billAmount,
  booksOf,
  byDay,
  type Charged,
  type Paid,
  type Pay,
  paidOf,
} from './books.ts';
import { type AccountLines, cents, type InvoiceLine, isBill, total } from './lines.ts';

/** A bill. */
export interface Bill {
  readonly line: InvoiceLine;
  readonly amount: number;
  /** What was owed when it was issued, without it. */
  readonly previous: number;
  /** What was paid since the bill before. */
  readonly received: number;
  /** Of `previous`, what was past due at issue, and since when. */
  readonly pastDue: number;
  readonly pastDueSince: string | undefined;
  readonly isVoid: boolean;
  readonly open: number;
  readonly paidOn: string | null;
  /** Cents that credit other than payments paid of it. */
  readonly creditApplied: number;
  readonly payments: readonly { readonly id: string; readonly amount: number }[];
}

/** A payment, and what it pays; a null number is the opening debt. */
export interface Payment extends Paid {
  readonly pays: readonly { readonly number: string | null; readonly amount: number }[];
}

/** An account of the file, what it owes, and the day. */
export interface Case {
  readonly lines: AccountLines;
  readonly truth: Truth;
  /** The same before any bill was voided. */
  readonly imported: Truth;
  /** Bills that a later file added to their accounts. */
  readonly newBills: ReadonlySet<string>;
  readonly today: string;
}

/** Something owed. Its number is null for the opening debt. */
export interface Item {
  readonly number: string | null;
  readonly dueOn: string;
  readonly open: number;
  readonly onItsWay: number;
  readonly isPastDue: boolean;
}

/** Every figure of an account. */
export interface Truth {
  readonly opening: number;
  readonly bills: readonly Bill[];
  readonly payments: readonly Payment[];
  readonly balance: number;
  readonly credit: number;
  readonly onItsWay: number;
  readonly items: readonly Item[];
  /** What autopay charges next or, where it is off, would charge first. */
  readonly charge: { readonly day: string; readonly amount: number } | undefined;
}

/** Recomputes an account on a day, after the bills with these numbers were voided. */
export function truthOf(lines: AccountLines, voided: ReadonlySet<string>, today: string): Truth {
  const payments = lines.payments.map((line): Paid => {
    const taken = cents(line.amount);
    return { line, day: line.occurredOn.slice(0, 10), taken, amount: taken - cents(line.refunded) };
  });
  const paid = payments.filter(({ line }) => line.status === 'COMPLETED');
  const books = booksOf(lines.invoices, paid, voided);
  const { charged, pays, debts } = books;
  const bills = lines.invoices.map((_, index) => billOf(index, { lines, books, voided }));
  const live = charged.filter(({ id, reversedOn }) => !voided.has(id) && reversedOn === undefined);
  const balance = amountsOf(live) - amountsOf(paid);
  const onItsWay = amountsOf(payments.filter(({ line }) => line.status === 'PENDING'));
  const open = debts
    .filter(({ id }) => !voided.has(id))
    .map(({ id, day, amount }) => ({ number: id || null, dueOn: day, open: amount - paidOf(id, pays) }))
    .filter((item) => item.open > 0);
  const items = open.map((item, index): Item => {
    const before = total(open.slice(0, index).map((other) => other.open));
    const covered = Math.min(item.open, Math.max(0, onItsWay - before));
    return { ...item, onItsWay: covered, isPastDue: item.dueOn < today && covered < item.open };
  });
  return {
    opening: charged[0]?.amount ?? 0,
    bills,
    payments: payments.map((payment) => ({
      ...payment,
      pays: pays
        .filter(({ credit }) => credit === payment.line.externalId)
        .map(({ debt, amount }) => ({ number: debt || null, amount })),
    })),
    balance,
    credit: total(open.map((item) => item.open)) - balance,
    onItsWay,
    items,
    charge: chargeOf(items, lines.account.autopay?.since.slice(0, 10) ?? today, today),
  };
}

interface Context {
  readonly lines: AccountLines;
  readonly books: Books;
  readonly voided: ReadonlySet<string>;
}

function billOf(index: number, { lines: { invoices, payments }, books, voided }: Context): Bill {
  const line = invoices[index] as InvoiceLine;
  const before = invoices.slice(0, index).findLast(isBill);
  const [previous, amount] = [cents(line.previousBalance), billAmount(line)];
  const own = books.pays.filter(({ debt }) => debt === line.invoiceNumber);
  const isPayment = ({ credit }: Pay) => payments.some(({ externalId }) => externalId === credit);
  return {
    line,
    amount,
    previous,
    received: before && isBill(line) ? receivedSince(before, index, invoices) : 0,
    ...pastDueAt(line, books.charged.slice(0, index + 1)),
    isVoid: voided.has(line.invoiceNumber),
    open: line.reversedOn ? 0 : Math.max(0, amount - amountsOf(own)),
    paidOn: paidOn(line, books),
    creditApplied: amountsOf(own.filter((pay) => !isPayment(pay))),
    payments: own.filter(isPayment).map((pay) => ({ id: pay.credit, amount: pay.amount })),
  };
}

/** What was owed at the bill before, with all that billing added, credited, or reversed since, less what is owed now. */
function receivedSince(before: InvoiceLine, index: number, invoices: readonly InvoiceLine[]): number {
  const line = invoices[index] as InvoiceLine;
  const since = invoices.slice(invoices.indexOf(before) + 1, index);
  const reversed = invoices
    .slice(0, index)
    .filter(({ reversedOn = '' }) => reversedOn > before.issuedOn && reversedOn <= line.issuedOn);
  const owed =
    cents(before.previousBalance) +
    total([before, ...since].map(billAmount)) -
    total(reversed.map(billAmount));
  return Math.max(0, owed - cents(line.previousBalance));
}

/** The day that the file says or, of a bill that a void paid, the day of its last credit, not before its issue. */
function paidOn(line: InvoiceLine, { pays, imported, credits }: Books): string | null {
  const { invoiceNumber: number, issuedOn } = line;
  const amount = billAmount(line);
  if (line.reversedOn || amount <= 0 || paidOf(number, pays) < amount) return null;
  if (line.paidOn && paidOf(number, imported) === amount) return line.paidOn;
  const used = pays.filter(({ debt }) => debt === number).map(({ credit }) => credit);
  const days = credits.filter(({ id }) => used.includes(id)).map(({ day }) => day);
  return [issuedOn, ...days].toSorted().at(-1) ?? null;
}

/** What is not in the previous balance was paid, the oldest debt first; of the rest, what was due before the bill was issued. */
function pastDueAt(line: InvoiceLine, before: readonly Charged[]): Pick<Bill, 'pastDue' | 'pastDueSince'> {
  const debts = before
    .filter(({ amount, reversedOn }) => amount > 0 && (!reversedOn || reversedOn > line.issuedOn))
    .map((debt) => ({ ...debt, day: debt.dueOn }))
    .toSorted(byDay);
  let paid = amountsOf(debts) - Math.max(0, cents(line.previousBalance));
  const open = debts.map(({ dueOn, amount }) => {
    const part = Math.min(paid, amount);
    paid -= part;
    return { dueOn, amount: amount - part };
  });
  const late = open.filter(({ amount, dueOn }) => amount > 0 && dueOn < line.issuedOn);
  return { pastDue: amountsOf(late), pastDueSince: late[0]?.dueOn };
}

const weekDays = 7;

/** Autopay charges on a due date what is due by then; what it missed, for a week; what was due before it began, with the next. */
function chargeOf(items: readonly Item[], since: string, today: string): Truth['charge'] {
  const left = items
    .map(({ dueOn, open, onItsWay }) => ({ dueOn, amount: open - onItsWay }))
    .filter(({ amount }) => amount > 0);
  const reached = left.filter(({ dueOn }) => dueOn >= since && dueOn <= today).at(-1)?.dueOn;
  const isMissed = reached !== undefined && Date.parse(today) - Date.parse(reached) <= weekDays * 86_400_000;
  const day = isMissed ? today : left.find(({ dueOn }) => dueOn > today)?.dueOn;
  if (day === undefined) return undefined;
  return { day, amount: total(left.filter(({ dueOn }) => dueOn <= day).map(({ amount }) => amount)) };
}
