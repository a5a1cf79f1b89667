import { addDays, timeOn } from './calendar.ts';
import {
  dollars,
  type InvoiceLine,
  type PaymentLine,
  type PaymentMethodSummary,
  type PaymentStatus,
} from './import-file.ts';

export interface BillCharge {
  readonly type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee' | 'late-fee';
  readonly description: string;
  readonly cents: number;
}

export interface BillItem {
  readonly description: string;
  readonly charges: BillCharge[];
}

/** Input for one bill. */
export interface BillInput {
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly items: BillItem[];
}

/** Input for one payment. */
export interface PaymentInput {
  readonly on: string;
  readonly clock?: string;
  /** Cents, or the balance on that day. */
  readonly amount: number | 'balance';
  readonly status?: PaymentStatus;
  /** The day of the return or refund. */
  readonly reversedOn?: string;
  readonly recurring?: boolean;
  /** A saved method's id, or the summary of one that is not saved. */
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
  readonly allocations: Map<Bill, number>;
  isReversed: boolean;
}

/** The bills and payments of one account in date order, with all sums and allocations. */
export class BillingHistory {
  readonly #accountNumber: string;
  readonly #bills: Bill[] = [];
  readonly #payments: Payment[] = [];
  #balanceCents = 0;

  constructor(accountNumber: string) {
    this.#accountNumber = accountNumber;
  }

  /** The balance. Negative: a credit. */
  get balanceCents(): number {
    return this.#balanceCents;
  }

  /** Replays all events before the given day, in order. */
  static replay(
    today: string,
    accountNumber: string,
    bills: BillInput[],
    payments: PaymentInput[],
  ): BillingHistory {
    const history = new BillingHistory(accountNumber);
    const events = [
      ...bills.map((bill) => ({ day: bill.issuedOn, order: 0, apply: () => history.#issue(bill) })),
      ...payments.map((payment) => ({ day: payment.on, order: 1, apply: () => history.#pay(payment) })),
      ...payments
        .filter(({ reversedOn }) => reversedOn !== undefined)
        .map((payment) => ({
          day: payment.reversedOn ?? '',
          order: 2,
          apply: () => history.#reverse(payment),
        })),
    ];
    events.sort((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1));
    for (const { day, apply } of events) if (day < today) apply();
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
    for (const payment of this.#payments) this.#allocate(payment, bill, input.issuedOn);
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
      allocations: new Map(),
      isReversed: false,
    };
    this.#payments.push(payment);
    if (!isCredited) return;
    this.#balanceCents -= cents;
    for (const bill of this.#bills) this.#allocate(payment, bill, input.on);
  }

  /** Allocates a payment's free money to an open bill. Callers pass the oldest bill first. */
  #allocate(payment: Payment, bill: Bill, day: string): void {
    const cents = Math.min(payment.freeCents, Math.max(bill.openCents, 0));
    if (cents === 0) return;
    payment.freeCents -= cents;
    bill.openCents -= cents;
    payment.allocations.set(bill, (payment.allocations.get(bill) ?? 0) + cents);
    if (bill.openCents === 0) bill.paidOn = day;
  }

  #reverse(input: PaymentInput): void {
    const payment = this.#payments.find((made) => made.input === input);
    if (!payment) return;
    payment.isReversed = true;
    payment.freeCents = 0;
    this.#balanceCents += payment.cents;
    for (const [bill, cents] of payment.allocations) {
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

  #paymentLine({ input, number, cents, allocations, isReversed }: Payment): PaymentLine {
    const { method, status = 'COMPLETED', clock = '08:42', recurring = false } = input;
    const isReversalAhead = (status === 'RETURNED' || status === 'REFUNDED') && !isReversed;
    return {
      type: 'payment',
      externalId: `PAY-${this.#accountNumber}-${String(number).padStart(3, '0')}`,
      accountNumber: this.#accountNumber,
      occurredOn: timeOn(input.on, clock),
      amount: dollars(cents),
      status: isReversalAhead ? 'COMPLETED' : status,
      recurring,
      ...(typeof method === 'string' ? { methodExternalId: method } : { method }),
      appliedTo: [...allocations].map(([bill, part]) => ({
        invoiceNumber: bill.number,
        amount: dollars(part),
      })),
    };
  }
}

/** Days from issue to due date. */
export const daysToPay = 21;

/** The regular bill of the cycle that begins on the issue date. */
export function regularBill(issuedOn: string, nextIssue: string, items: BillItem[]): BillInput {
  return {
    issuedOn,
    dueOn: addDays(issuedOn, daysToPay),
    periodStart: issuedOn,
    periodEnd: addDays(nextIssue, -1),
    items,
  };
}
