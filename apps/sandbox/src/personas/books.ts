import { addDays, timeOn } from './calendar.ts';
import {
  dollars,
  type InvoiceLine,
  type MethodLook,
  type PaymentLine,
  type PaymentStatus,
} from './import-file.ts';

export interface Charge {
  type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee';
  description: string;
  cents: number;
}

export interface Item {
  description: string;
  charges: Charge[];
}

/** A bill as it is going to be issued. */
export interface BillTerms {
  issuedOn: string;
  dueOn: string;
  periodStart: string;
  periodEnd: string;
  items: Item[];
}

/** A payment as it is going to be made. */
export interface PaymentTerms {
  on: string;
  clock?: string;
  /** Cents, or what is owed on that day. */
  amount: number | 'owed';
  status?: PaymentStatus;
  /** The day a returned or refunded payment was taken back. */
  takenBackOn?: string;
  recurring?: boolean;
  /** A saved method's number, or the look of one that is not saved. */
  method: string | MethodLook;
}

interface Bill extends BillTerms {
  number: string;
  cents: number;
  openCents: number;
  previousCents: number;
  paidOn: string | null;
}

interface Payment {
  terms: PaymentTerms;
  number: number;
  cents: number;
  freeCents: number;
  applied: Map<Bill, number>;
  isTakenBack: boolean;
}

/** Bills and payments of one account, in the order of their days, with every sum worked out. */
export class Books {
  readonly #accountNumber: string;
  readonly #bills: Bill[] = [];
  readonly #payments: Payment[] = [];
  #balanceCents = 0;

  constructor(accountNumber: string) {
    this.#accountNumber = accountNumber;
  }

  /** What is owed; negative: a credit. */
  get balanceCents(): number {
    return this.#balanceCents;
  }

  /** Plays what happened until a day, that day's morning not included, in order. */
  static until(today: string, accountNumber: string, bills: BillTerms[], payments: PaymentTerms[]): Books {
    const books = new Books(accountNumber);
    const events = [
      ...bills.map((bill) => ({ day: bill.issuedOn, order: 0, play: () => books.#issue(bill) })),
      ...payments.map((payment) => ({ day: payment.on, order: 1, play: () => books.#pay(payment) })),
      ...payments
        .filter(({ takenBackOn }) => takenBackOn !== undefined)
        .map((payment) => ({
          day: payment.takenBackOn ?? '',
          order: 2,
          play: () => books.#takeBack(payment),
        })),
    ];
    events.sort((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1));
    for (const { day, play } of events) if (day < today) play();
    return books;
  }

  lines(): (InvoiceLine | PaymentLine)[] {
    return [
      ...this.#bills.map((bill) => this.#invoiceLine(bill)),
      ...this.#payments.map((payment) => this.#paymentLine(payment)),
    ];
  }

  #issue(terms: BillTerms): void {
    const cents = terms.items
      .flatMap(({ charges }) => charges)
      .reduce((sum, charge) => sum + charge.cents, 0);
    const number = `${this.#accountNumber}-${String(this.#bills.length + 1).padStart(3, '0')}`;
    const bill = {
      ...terms,
      number,
      cents,
      openCents: cents,
      previousCents: this.#balanceCents,
      paidOn: null,
    };
    this.#bills.push(bill);
    this.#balanceCents += cents;
    for (const payment of this.#payments) this.#apply(payment, bill, terms.issuedOn);
  }

  #pay(terms: PaymentTerms): void {
    const cents = terms.amount === 'owed' ? this.#balanceCents : terms.amount;
    if (cents <= 0) return;
    const isCredited = !['PENDING', 'PROCESSING_ERROR'].includes(terms.status ?? 'COMPLETED');
    const number = this.#payments.length + 1;
    const payment = {
      terms,
      number,
      cents,
      freeCents: isCredited ? cents : 0,
      applied: new Map(),
      isTakenBack: false,
    };
    this.#payments.push(payment);
    if (!isCredited) return;
    this.#balanceCents -= cents;
    for (const bill of this.#bills) this.#apply(payment, bill, terms.on);
  }

  /** Puts a payment's free money on a bill that is open; the oldest bill comes first. */
  #apply(payment: Payment, bill: Bill, day: string): void {
    const cents = Math.min(payment.freeCents, Math.max(bill.openCents, 0));
    if (cents === 0) return;
    payment.freeCents -= cents;
    bill.openCents -= cents;
    payment.applied.set(bill, (payment.applied.get(bill) ?? 0) + cents);
    if (bill.openCents === 0) bill.paidOn = day;
  }

  #takeBack(terms: PaymentTerms): void {
    const payment = this.#payments.find((made) => made.terms === terms);
    if (!payment) return;
    payment.isTakenBack = true;
    payment.freeCents = 0;
    this.#balanceCents += payment.cents;
    for (const [bill, cents] of payment.applied) {
      bill.openCents += cents;
      bill.paidOn = null;
    }
  }

  #invoiceLine(bill: Bill): InvoiceLine {
    return {
      type: 'invoice',
      invoiceNumber: bill.number,
      accountNumber: this.#accountNumber,
      issuedOn: bill.issuedOn,
      dueOn: bill.dueOn,
      periodStart: bill.periodStart,
      periodEnd: bill.periodEnd,
      previousBalance: dollars(bill.previousCents),
      items: bill.items.map(({ description, charges }) => ({
        description,
        charges: charges.map(({ type, description: what, cents }) => ({
          type,
          description: what,
          amount: dollars(cents),
        })),
      })),
      status: bill.openCents > 0 ? 'OPEN' : 'CLOSED',
      paidOn: bill.openCents > 0 ? null : bill.paidOn,
    };
  }

  #paymentLine({ terms, number, cents, applied, isTakenBack }: Payment): PaymentLine {
    const { method, status = 'COMPLETED', clock = '08:42', recurring = false } = terms;
    const isStillGood = (status === 'RETURNED' || status === 'REFUNDED') && !isTakenBack;
    return {
      type: 'payment',
      externalId: `PAY-${this.#accountNumber}-${String(number).padStart(3, '0')}`,
      accountNumber: this.#accountNumber,
      occurredOn: timeOn(terms.on, clock),
      amount: dollars(cents),
      status: isStillGood ? 'COMPLETED' : status,
      recurring,
      ...(typeof method === 'string' ? { methodExternalId: method } : { method }),
      appliedTo: [...applied].map(([bill, part]) => ({ invoiceNumber: bill.number, amount: dollars(part) })),
    };
  }
}

/** Days after issue until a bill is due. */
export const daysToPay = 21;

/** The regular bill of the cycle that begins on the day. */
export function regularTerms(issuedOn: string, nextIssue: string, items: Item[]): BillTerms {
  return {
    issuedOn,
    dueOn: addDays(issuedOn, daysToPay),
    periodStart: issuedOn,
    periodEnd: addDays(nextIssue, -1),
    items,
  };
}
