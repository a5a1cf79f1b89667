import { addDays } from '@myaccount/contract/calendar';

// What AUTOPAY-4 promises, dollar by dollar: each dollar of a bill knows how it came, who paid it, and whether it was ever
// paid. It shares no code with the rules that it judges.

interface Bill {
  readonly number: string;
  readonly dueOn: string;
}

interface Dollar {
  readonly bill: Bill;
  /** It came on its due date or later. */
  readonly isLate: boolean;
  /** Of late debt: the day after its mail. */
  collectOn: string | null;
  payer: PaidDollars | null;
  /** It was paid, and came back on its due date or later. */
  isReopened: boolean;
}

interface PaidDollars {
  readonly id: string;
  state: 'on its way' | 'booked';
  /** What of it pays nothing yet. */
  free: number;
}

export interface OracleCharge {
  readonly day: string;
  readonly dollars: number;
}

/** What was paid and came back is no late debt any more. */
function isLateDebt({ isLate, isReopened }: Dollar): boolean {
  return isLate && !isReopened;
}

/** An account with autopay by a card that never fails. */
export class AutopayOracle {
  readonly charges: OracleCharge[] = [];
  /** Mails about late debt. */
  readonly mails: OracleCharge[] = [];
  #today: string;
  #dollars: Dollar[] = [];
  #bills: Bill[] = [];
  #payments: PaidDollars[] = [];
  /** The latest due date that was charged for, and the day of the last charge. */
  #chargedTo = '';
  #chargedOn = '';

  constructor(today: string) {
    this.#today = today;
  }

  set today(day: string) {
    this.#today = day;
  }

  /** A bill, or a correction of one: upward it adds dollars, downward it takes what nobody paid. */
  bill(number: string, dueOn: string, total: number): void {
    const known = this.#bills.find((bill) => bill.number === number);
    const bill = known ?? { number, dueOn };
    if (!known) this.#bills.push(bill);
    const have = this.#dollars.filter((dollar) => dollar.bill === bill).length;
    const isLate = bill.dueOn <= this.#today;
    for (let more = have; more < total; more += 1)
      this.#dollars.push({ bill, isLate, collectOn: null, payer: null, isReopened: false });
    const gone = this.#open()
      .filter((dollar) => dollar.bill === bill)
      .slice(0, Math.max(0, have - total));
    this.#dollars = this.#dollars.filter((dollar) => !gone.includes(dollar));
    this.#pay();
  }

  /** What of a bill is paid: no correction of this oracle goes below it. */
  paidOf(number: string): number {
    return this.#dollars.filter(({ bill, payer }) => bill.number === number && payer).length;
  }

  /** What nobody has paid, and no debit on its way covers. */
  get owed(): number {
    return this.#owed().length;
  }

  payment(id: string, dollars: number, state: PaidDollars['state']): void {
    this.#payments.push({ id, state, free: dollars });
    this.#pay();
  }

  settle(id: string): void {
    this.#payment(id).state = 'booked';
    this.#pay();
  }

  /** A return or a refund. */
  takeBack(id: string): void {
    const payment = this.#payment(id);
    for (const dollar of this.#onItsWay()) this.#reopen(dollar);
    this.#payments = this.#payments.filter((other) => other !== payment);
    for (const dollar of this.#dollars.filter(({ payer }) => payer === payment)) {
      dollar.payer = null;
      this.#reopen(dollar);
    }
    this.#pay();
  }

  void(number: string): void {
    const isOf = (dollar: Dollar) => dollar.bill.number === number;
    for (const { payer } of this.#dollars.filter(isOf)) if (payer) payer.free += 1;
    this.#dollars = this.#dollars.filter((dollar) => !isOf(dollar));
    for (const dollar of this.#onItsWay()) this.#reopen(dollar);
    this.#pay();
  }

  /** The work of autopay: it charges what is due, at most once a day, and tells of late debt that nothing else is due before. */
  run(): void {
    const dueOn = this.#dueOn();
    if (dueOn > this.#chargedTo && this.#chargedOn !== this.#today) this.#charge(dueOn);
    const stillDueOn = this.#dueOn();
    const waits = stillDueOn > this.#chargedTo && addDays(stillDueOn, 7) >= this.#today;
    if (!waits && this.#owed().some((dollar) => isLateDebt(dollar) && !dollar.collectOn)) this.#tell();
  }

  #owed(): Dollar[] {
    return this.#open().slice(this.#onItsWay().length);
  }

  /** The latest day that has come on which something came due; what came back is due on no day of its own. */
  #dueOn(): string {
    const fresh = this.#owed().filter(({ isReopened }) => !isReopened);
    const days = fresh.map((dollar) => this.#dayOf(dollar)).filter((day) => day <= this.#today);
    return days.toSorted().at(-1) ?? '';
  }

  #charge(dueOn: string): void {
    const dollars = this.#dollarsOf(dueOn, this.#today);
    this.#chargedTo = dueOn;
    this.#chargedOn = this.#today;
    // Missed for a week: its customer is told, and it waits for the next due date.
    if (addDays(dueOn, 7) < this.#today) return;
    this.charges.push({ day: this.#today, dollars });
    this.payment(`autopay ${this.charges.length}`, dollars, 'booked');
  }

  /** A due date takes everything that is due by then; a day of late debt takes late debt that nobody charged for. */
  #dollarsOf(dueOn: string, day: string): number {
    const reached = this.#owed().filter((dollar) => this.#dayOf(dollar) <= day);
    if (reached.some((dollar) => this.#isFirstDue(dollar, dueOn))) return reached.length;
    return reached.filter((dollar) => isLateDebt(dollar) && this.#dayOf(dollar) > this.#chargedTo).length;
  }

  #isFirstDue({ bill, isLate, isReopened }: Dollar, dueOn: string): boolean {
    return !isLate && !isReopened && bill.dueOn === dueOn;
  }

  /** The mail names day and amount; a mail that says the same is not sent again. */
  #tell(): void {
    const day = addDays(this.#today, 1);
    const dollars = this.#dollarsOf(day, day);
    if (!this.mails.some((mail) => mail.day === day && mail.dollars === dollars))
      this.mails.push({ day, dollars });
    for (const dollar of this.#dollars) if (dollar.isLate && !dollar.collectOn) dollar.collectOn = day;
  }

  #dayOf({ bill, isLate, isReopened, collectOn }: Dollar): string {
    return isReopened || !isLate ? bill.dueOn : (collectOn ?? addDays(this.#today, 1));
  }

  #reopen(dollar: Dollar): void {
    if (dollar.bill.dueOn <= this.#today) dollar.isReopened = true;
  }

  /** Unpaid dollars in the order in which money pays them. */
  #open(): Dollar[] {
    const rank = (dollar: Dollar) =>
      `${dollar.bill.dueOn} ${String(this.#bills.indexOf(dollar.bill)).padStart(3, '0')} ${dollar.isReopened ? 0 : 1}`;
    const unpaid = this.#dollars.filter(({ payer }) => !payer);
    return unpaid.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
  }

  #onItsWay(): Dollar[] {
    const pending = this.#payments.filter(({ state }) => state === 'on its way');
    return this.#open().slice(
      0,
      pending.reduce((sum, { free }) => sum + free, 0),
    );
  }

  #pay(): void {
    for (const payment of this.#payments.filter(({ state }) => state === 'booked'))
      for (const dollar of this.#open().slice(0, payment.free)) {
        dollar.payer = payment;
        payment.free -= 1;
      }
  }

  #payment(id: string): PaidDollars {
    const payment = this.#payments.find((other) => other.id === id);
    if (!payment) throw new Error(`The oracle knows no payment ${id}`);
    return payment;
  }
}
