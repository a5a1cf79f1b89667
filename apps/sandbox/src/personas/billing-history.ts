import { type BillInput, dueOn, type PaymentInput } from './billing-events.ts';
import { addDays, timeOn } from './calendar.ts';
import { dollarText } from './money.ts';

/** A check by mail, which is not a saved method. */
const mailedCheck = {
  methodType: 'custom' as const,
  cardType: 'CHECK',
  nickname: 'Check by mail',
  lastFour: null,
};

/** A bill, or what was owed before the first one. */
interface Debt {
  /** Of a bill only. */
  readonly number?: string;
  openCents: number;
  paidOn: string | null;
}

interface Bill extends BillInput, Debt {
  readonly input: BillInput;
  readonly number: string;
  readonly cents: number;
  readonly previousCents: number;
  isReversed: boolean;
}

/** A payment, a bill below 0, or the credit from before the first bill. */
interface Credit {
  freeCents: number;
  readonly allocations: Map<Debt, number>;
}

interface Payment extends Credit {
  readonly input: PaymentInput;
  readonly cents: number;
  isReversed: boolean;
}

/** The bills and payments of one account in date order, with all sums and allocations. */
export class BillingHistory {
  readonly #accountNumber: string;
  readonly #opening: Debt;
  readonly #bills: Bill[] = [];
  readonly #payments: Payment[] = [];
  readonly #credits: Credit[] = [];
  /** Negative: a credit. */
  #balanceCents: number;

  /** `openingCents` is the balance before the first bill. */
  constructor(accountNumber: string, openingCents = 0) {
    this.#accountNumber = accountNumber;
    this.#balanceCents = openingCents;
    this.#opening = { openCents: Math.max(openingCents, 0), paidOn: null };
    if (openingCents < 0) this.#credits.push({ freeCents: -openingCents, allocations: new Map() });
  }

  /** Replays all events before the given day, in order: of one day, bills come first, then payments, then reversals. */
  replay(today: string, bills: readonly BillInput[], payments: readonly PaymentInput[]): void {
    const events = [
      ...bills.flatMap((bill) =>
        bill.reversedOn ? [{ day: bill.reversedOn, apply: () => this.#void(bill) }] : [],
      ),
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
    const cents = charges.reduce((sum, charge) => sum + charge.cents, 0);
    const number = `${this.#accountNumber}-${String(this.#bills.length + 1).padStart(3, '0')}`;
    const openCents = Math.max(cents, 0);
    const previousCents = this.#balanceCents;
    this.#bills.push({
      ...input,
      input,
      number,
      cents,
      openCents,
      previousCents,
      paidOn: null,
      isReversed: false,
    });
    this.#balanceCents += cents;
    if (cents < 0) this.#credits.push({ freeCents: -cents, allocations: new Map() });
    this.#payOldest(input.issuedOn);
  }

  /** Owes a bill no more; what paid it pays others. */
  #void(input: BillInput): void {
    const bill = this.#bills.find((issued) => issued.input === input);
    if (!bill || !input.reversedOn) return;
    bill.isReversed = true;
    bill.openCents = 0;
    this.#balanceCents -= bill.cents;
    for (const credit of this.#credits) {
      credit.freeCents += credit.allocations.get(bill) ?? 0;
      credit.allocations.delete(bill);
    }
    this.#payOldest(input.reversedOn);
  }

  #pay(input: PaymentInput): void {
    const { cents = this.#balanceCents, status } = input;
    if (cents <= 0) return;
    const isCredited = status !== 'PENDING' && status !== 'PROCESSING_ERROR';
    const freeCents = isCredited ? cents : 0;
    const payment: Payment = { input, cents, freeCents, allocations: new Map(), isReversed: false };
    this.#payments.push(payment);
    this.#credits.push(payment);
    this.#balanceCents -= freeCents;
    this.#payOldest(input.on);
  }

  /** Allocates all free credit, the oldest first, to what is open, the oldest first. */
  #payOldest(day: string): void {
    for (const credit of this.#credits)
      for (const debt of [this.#opening, ...this.#bills]) allocate(credit, debt, day);
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
    if (input.reversedOn) this.#payOldest(input.reversedOn);
  }

  #invoiceLine(bill: Bill) {
    const isOpen = bill.openCents > 0;
    const { kind, reason } = bill;
    const isAdjustment = kind === 'credit' || kind === 'debit';
    const successor = this.#bills.find(({ input }) => input === bill.replacedBy);
    return {
      type: 'invoice' as const,
      invoiceNumber: bill.number,
      accountNumber: this.#accountNumber,
      issuedOn: bill.issuedOn,
      ...(kind && { kind, reason }),
      dueOn: kind === 'credit' ? null : dueOn(bill),
      periodStart: isAdjustment ? null : (bill.periodStart ?? bill.issuedOn),
      periodEnd: isAdjustment ? null : addDays(bill.nextIssue, -1),
      previousBalance: isAdjustment ? null : dollarText(bill.previousCents),
      items: bill.items.map(({ description, charges }) => ({
        description,
        charges: charges.map(({ cents, type, description: what }) => ({
          type,
          description: what,
          amount: dollarText(cents),
        })),
      })),
      status: isOpen ? ('OPEN' as const) : ('CLOSED' as const),
      paidOn: isOpen || bill.isReversed ? null : bill.paidOn,
      ...(bill.isReversed && { reversedOn: bill.reversedOn, replacedBy: successor?.number }),
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
      appliedTo: [...allocations].flatMap(([{ number: invoiceNumber }, part]) =>
        invoiceNumber === undefined ? [] : [{ invoiceNumber, amount: dollarText(part) }],
      ),
    };
  }
}

/** Lets a credit pay what it can of a debt on a day. */
function allocate(credit: Credit, debt: Debt, day: string): void {
  const cents = Math.min(credit.freeCents, debt.openCents);
  if (cents === 0) return;
  credit.freeCents -= cents;
  debt.openCents -= cents;
  credit.allocations.set(debt, (credit.allocations.get(debt) ?? 0) + cents);
  if (debt.openCents === 0) debt.paidOn = day;
}
