import { addDays, timeOn } from './calendar.ts';
import {
  dollars,
  type InvoiceLine,
  type PaymentLine,
  type PaymentMethodSummary,
  type PaymentStatus,
} from './import-file.ts';

export interface Charge {
  readonly type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee';
  readonly description: string;
  readonly cents: number;
}

export interface Item {
  readonly description: string;
  readonly charges: Charge[];
}

/** A bill as it is going to be issued. */
export interface BillInput {
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly items: Item[];
}

/** A payment as it is going to be made. */
export interface PaymentInput {
  readonly on: string;
  readonly clock?: string;
  /** Cents, or what is owed on that day. */
  readonly amount: number | 'balance';
  readonly status?: PaymentStatus;
  /** The day a returned or refunded payment was taken back. */
  readonly reversedOn?: string;
  readonly recurring?: boolean;
  /** A saved method's number, or the look of one that is not saved. */
  readonly method: string | PaymentMethodSummary;
}

interface Bill extends BillInput {
  readonly number: string;
  readonly cents: number;
  openCents: number;
  readonly previousCents: number;
  paidOn: string | null;
}

interface Payment {
  readonly input: PaymentInput;
  readonly number: number;
  readonly cents: number;
  freeCents: number;
  readonly applied: Map<Bill, number>;
  isReversed: boolean;
}

/** Bills and payments of one account, in the order of their days, with every sum worked out. */
export class BillingHistory {
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

  /** Plays what otherCharges until a day, that day's morning not included, in order. */
  static replay(
    today: string,
    accountNumber: string,
    bills: BillInput[],
    payments: PaymentInput[],
  ): BillingHistory {
    const history = new BillingHistory(accountNumber);
    const events = [
      ...bills.map((bill) => ({ day: bill.issuedOn, order: 0, play: () => history.#issue(bill) })),
      ...payments.map((payment) => ({ day: payment.on, order: 1, play: () => history.#pay(payment) })),
      ...payments
        .filter(({ reversedOn }) => reversedOn !== undefined)
        .map((payment) => ({
          day: payment.reversedOn ?? '',
          order: 2,
          play: () => history.#reverse(payment),
        })),
    ];
    events.sort((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1));
    for (const { day, play } of events) if (day < today) play();
    return history;
  }

  lines(): (InvoiceLine | PaymentLine)[] {
    return [
      ...this.#bills.map((bill) => this.#invoiceLine(bill)),
      ...this.#payments.map((payment) => this.#paymentLine(payment)),
    ];
  }

  #issue(input: BillInput): void {
    const cents = input.items
      .flatMap(({ charges }) => charges)
      .reduce((sum, charge) => sum + charge.cents, 0);
    const number = `${this.#accountNumber}-${String(this.#bills.length + 1).padStart(3, '0')}`;
    const bill = {
      ...input,
      number,
      cents,
      openCents: cents,
      previousCents: this.#balanceCents,
      paidOn: null,
    };
    this.#bills.push(bill);
    this.#balanceCents += cents;
    for (const payment of this.#payments) this.#apply(payment, bill, input.issuedOn);
  }

  #pay(input: PaymentInput): void {
    const cents = input.amount === 'balance' ? this.#balanceCents : input.amount;
    if (cents <= 0) return;
    const isCredited = !['PENDING', 'PROCESSING_ERROR'].includes(input.status ?? 'COMPLETED');
    const number = this.#payments.length + 1;
    const payment = {
      input,
      number,
      cents,
      freeCents: isCredited ? cents : 0,
      applied: new Map(),
      isReversed: false,
    };
    this.#payments.push(payment);
    if (!isCredited) return;
    this.#balanceCents -= cents;
    for (const bill of this.#bills) this.#apply(payment, bill, input.on);
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

  #reverse(input: PaymentInput): void {
    const payment = this.#payments.find((made) => made.input === input);
    if (!payment) return;
    payment.isReversed = true;
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

  #paymentLine({ input, number, cents, applied, isReversed }: Payment): PaymentLine {
    const { method, status = 'COMPLETED', clock = '08:42', recurring = false } = input;
    const isNotReversedYet = (status === 'RETURNED' || status === 'REFUNDED') && !isReversed;
    return {
      type: 'payment',
      externalId: `PAY-${this.#accountNumber}-${String(number).padStart(3, '0')}`,
      accountNumber: this.#accountNumber,
      occurredOn: timeOn(input.on, clock),
      amount: dollars(cents),
      status: isNotReversedYet ? 'COMPLETED' : status,
      recurring,
      ...(typeof method === 'string' ? { methodExternalId: method } : { method }),
      appliedTo: [...applied].map(([bill, part]) => ({ invoiceNumber: bill.number, amount: dollars(part) })),
    };
  }
}

/** Days after issue until a bill is due. */
export const daysToPay = 21;

/** The regular bill of the cycle that begins on the day. */
export function regularBill(issuedOn: string, nextIssue: string, items: Item[]): BillInput {
  return {
    issuedOn,
    dueOn: addDays(issuedOn, daysToPay),
    periodStart: issuedOn,
    periodEnd: addDays(nextIssue, -1),
    items,
  };
}
