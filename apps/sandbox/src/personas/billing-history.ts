import { addDays, timeOn } from './calendar.ts';
import { dollarText } from './money.ts';

export interface BillCharge {
  readonly type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee' | 'late-fee';
  readonly description: string;
  readonly cents: number;
}

export interface BillItem {
  readonly description: string;
  readonly charges: readonly BillCharge[];
}

/** Input for one bill. Its cycle is from the day of issue to the next issue. */
export interface BillInput {
  readonly issuedOn: string;
  readonly nextIssue: string;
  readonly items: readonly BillItem[];
}

export type PaymentStatus = 'COMPLETED' | 'PENDING' | 'PROCESSING_ERROR' | 'RETURNED' | 'REFUNDED';

/** A check by mail, which is not a saved method. */
const mailedCheck = {
  methodType: 'custom' as const,
  cardType: 'CHECK',
  nickname: 'Check by mail',
  lastFour: null,
};

/** Input for one payment. */
export interface PaymentInput {
  readonly on: string;
  readonly clock: string;
  /** The balance on that day, unless given. */
  readonly cents?: number;
  readonly status?: PaymentStatus;
  /** The day of the return or refund. */
  readonly reversedOn?: string;
  readonly recurring?: boolean;
  /** A saved method's id. None: a check by mail. */
  readonly method: string | undefined;
}

interface Bill extends BillInput {
  readonly number: string;
  readonly previousCents: number;
  openCents: number;
  paidOn: string | null;
}

interface Payment {
  readonly input: PaymentInput;
  readonly cents: number;
  freeCents: number;
  readonly allocations: Map<Bill, number>;
  isReversed: boolean;
}

/** Days from issue to due date. */
const daysToPay = 21;

/** Returns the day a bill is due. */
export function dueOn({ issuedOn }: BillInput): string {
  return addDays(issuedOn, daysToPay);
}

/** The bills and payments of one account in date order, with all sums and allocations. */
export class BillingHistory {
  readonly #accountNumber: string;
  readonly #bills: Bill[] = [];
  readonly #payments: Payment[] = [];
  /** Negative: a credit. */
  #balanceCents = 0;

  constructor(accountNumber: string) {
    this.#accountNumber = accountNumber;
  }

  /** Replays all events before the given day, in order: of one day, bills come first, then payments, then reversals. */
  replay(today: string, bills: readonly BillInput[], payments: readonly PaymentInput[]): void {
    const events = [
      ...bills.map((bill) => ({ day: bill.issuedOn, apply: () => this.#issue(bill) })),
      ...payments.map((payment) => ({ day: payment.on, apply: () => this.#pay(payment) })),
      ...payments.flatMap((payment) =>
        payment.reversedOn ? [{ day: payment.reversedOn, apply: () => this.#reverse(payment) }] : [],
      ),
    ];
    const past = events.filter(({ day }) => day < today);
    past.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
    for (const { apply } of past) apply();
  }

  /** Returns the import lines of all bills, then of all payments. */
  lines() {
    return [
      ...this.#bills.map((bill) => this.#invoiceLine(bill)),
      ...this.#payments.map((payment, index) => this.#paymentLine(payment, index + 1)),
    ];
  }

  #issue(input: BillInput): void {
    const charges = input.items.flatMap((item) => item.charges);
    const openCents = charges.reduce((sum, { cents }) => sum + cents, 0);
    const number = `${this.#accountNumber}-${String(this.#bills.length + 1).padStart(3, '0')}`;
    const bill = { ...input, number, openCents, previousCents: this.#balanceCents, paidOn: null };
    this.#bills.push(bill);
    this.#balanceCents += openCents;
    for (const payment of this.#payments) allocate(payment, bill, input.issuedOn);
  }

  #pay(input: PaymentInput): void {
    const { cents = this.#balanceCents, status } = input;
    if (cents <= 0) return;
    const isCredited = status !== 'PENDING' && status !== 'PROCESSING_ERROR';
    const freeCents = isCredited ? cents : 0;
    const payment: Payment = { input, cents, freeCents, allocations: new Map(), isReversed: false };
    this.#payments.push(payment);
    this.#balanceCents -= freeCents;
    for (const bill of this.#bills) allocate(payment, bill, input.on);
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

  #invoiceLine(bill: Bill) {
    const isOpen = bill.openCents > 0;
    return {
      type: 'invoice' as const,
      invoiceNumber: bill.number,
      accountNumber: this.#accountNumber,
      issuedOn: bill.issuedOn,
      dueOn: dueOn(bill),
      periodStart: bill.issuedOn,
      periodEnd: addDays(bill.nextIssue, -1),
      previousBalance: dollarText(bill.previousCents),
      items: bill.items.map(({ description, charges }) => ({
        description,
        charges: charges.map(({ cents, type, description: what }) => ({
          type,
          description: what,
          amount: dollarText(cents),
        })),
      })),
      status: isOpen ? ('OPEN' as const) : ('CLOSED' as const),
      paidOn: isOpen ? null : bill.paidOn,
    };
  }

  #paymentLine({ input, cents, allocations, isReversed }: Payment, number: number) {
    const { method, status = 'COMPLETED', recurring = false } = input;
    const isReversalAhead = (status === 'RETURNED' || status === 'REFUNDED') && !isReversed;
    return {
      type: 'payment' as const,
      externalId: `PAY-${this.#accountNumber}-${String(number).padStart(3, '0')}`,
      accountNumber: this.#accountNumber,
      occurredOn: timeOn(input.on, input.clock),
      amount: dollarText(cents),
      status: isReversalAhead ? 'COMPLETED' : status,
      recurring,
      methodExternalId: method,
      method: method === undefined ? mailedCheck : undefined,
      appliedTo: [...allocations].map(([bill, part]) => ({
        invoiceNumber: bill.number,
        amount: dollarText(part),
      })),
    };
  }
}

/** Allocates a payment's free money to an open bill. Callers pass the oldest bill first. */
function allocate(payment: Payment, bill: Bill, day: string): void {
  const cents = Math.min(payment.freeCents, Math.max(bill.openCents, 0));
  if (cents === 0) return;
  payment.freeCents -= cents;
  bill.openCents -= cents;
  payment.allocations.set(bill, (payment.allocations.get(bill) ?? 0) + cents);
  if (bill.openCents === 0) bill.paidOn = day;
}
