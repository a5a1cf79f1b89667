import { appliedPayments, billDetail, billRow, billSummary, dollars } from './expected-bills.ts';
import { told } from './expected-happenings.ts';
import { cents, daysAfter, isBill, kindOf, total } from './lines.ts';
import type { Case, Payment, Truth } from './truth.ts';

/** What every surface of an account shows, by the surface's name. */
export type Figures = Readonly<Record<string, unknown>>;

/** The bills and adjustments that customers see, newest first. */
export const liveBills = ({ bills }: Truth) => bills.filter(({ isVoid }) => !isVoid).toReversed();

/** The bills among them that hold. */
export const heldBills = (truth: Truth) =>
  liveBills(truth).filter(({ line }) => isBill(line) && !line.reversedOn);

/** Payments, newest first. */
export function newestFirst<T extends Pick<Payment, 'line'>>(payments: readonly T[]): T[] {
  return payments.toSorted((a, b) => (a.line.occurredOn > b.line.occurredOn ? -1 : 1));
}

/** What is due now. */
export const amountDue = ({ balance, onItsWay }: Truth) => Math.max(0, balance - onItsWay);

/** What is past due. */
export const pastDue = ({ items }: Truth) =>
  total(items.filter(({ isPastDue }) => isPastDue).map(({ open, onItsWay }) => open - onItsWay));

/** What the calls of the portal answer. */
export function expectedCalls(account: Case): Figures {
  const { lines, truth } = account;
  const [bills, payments] = [liveBills(truth), newestFirst(truth.payments)];
  const rows = bills.map(billRow);
  const held = heldBills(truth);
  // What a later file reversed was there before.
  const voids = truth.bills.filter(
    ({ isVoid, line }) => isVoid || account.newBills.has(line.replacedBy ?? ''),
  );
  // What was given back is the newest.
  const madeHere = payments.flatMap(({ line, taken, amount }) =>
    line.refunded ? [taken - amount, taken] : [],
  );
  const numbered = (number: string | undefined) =>
    truth.bills.find(({ line }) => line.invoiceNumber === number);
  return {
    'list of accounts': [
      { accountNumber: lines.account.accountNumber, amountDue: dollars(amountDue(truth)) },
    ],
    'plan price': dollars(cents(lines.planPrice)),
    'billing account': [billingAccount(account)],
    dashboard: dashboard(account),
    'list of bills': { totalCount: rows.length, result: rows },
    'payment history': { totalCount: payments.length, result: payments.map(paymentRow) },
    'planned payments': [],
    changes: [...madeHere, ...voids.map(({ amount }) => amount)].map(dollars),
    ...Object.fromEntries(
      bills.map((bill, index) => [
        `bill ${bill.line.invoiceNumber}`,
        billDetail(
          bill,
          {
            before: bills[index + 1],
            after: bills[index - 1],
            compared: bills.slice(index + 1).find((other) => held.includes(other)),
            successor: numbered(bill.line.replacedBy),
          },
          lines,
        ),
      ]),
    ),
    ...Object.fromEntries(
      bills.map((bill) => [`payments of bill ${bill.line.invoiceNumber}`, appliedPayments(bill, payments)]),
    ),
    ...Object.fromEntries(
      payments.map((payment) => [
        `payment ${payment.line.externalId}`,
        { occurred_on: payment.day, amount: dollars(payment.taken) },
      ]),
    ),
    ...Object.fromEntries(
      payments.map((payment) => [`receipt ${payment.line.externalId}`, receipt(payment, account)]),
    ),
  };
}

function billingAccount({ lines: { account }, truth, today }: Case) {
  const starts = [-1, 0, 1].map((months) => cycleDayIn(today, months, account.cycleDay));
  const begun = starts.findLastIndex((day) => day <= today);
  return {
    account_num: account.accountNumber,
    external_account_num: account.accountNumber,
    bill_type: account.billType,
    pending_charges_total: 0,
    balance: dollars(truth.balance),
    auto_payment_authorized: account.autopay !== undefined,
    bill_cycle: { start_date: starts[begun], end_date: daysAfter(starts[begun + 1] ?? '', -1) },
  };
}

/** The day of a cycle in the month of a day, or in one after it; the last day of a month without it. */
function cycleDayIn(day: string, months: number, cycleDay: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const daysInMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 + months, Math.min(cycleDay, daysInMonth)));
  return date.toISOString().slice(0, 10);
}

function dashboard(one: Case) {
  const { lines, truth } = one;
  const { account } = lines;
  const [latest, before] = heldBills(truth);
  const charge = truth.charge && { date: truth.charge.day, amount: dollars(truth.charge.amount) };
  const isOn = account.autopay !== undefined;
  return {
    balance: dollars(truth.balance),
    isAutoPayEnabled: isOn,
    isEbillEnabled: account.billType,
    // Files bring the records.
    asOf: null,
    isReading: false,
    autopay: isOn ? { has_consent: false } : null,
    nextCharge: isOn ? charge : null,
    firstCharge: isOn ? null : charge,
    planned: 0,
    inFlight: dollars(truth.onItsWay),
    unconfirmed: null,
    amountDue: dollars(amountDue(truth)),
    dueDate: truth.items.find(({ open, onItsWay }) => onItsWay < open)?.dueOn,
    pastDue: dollars(pastDue(truth)),
    credit: dollars(truth.credit),
    ...told(one),
    openItems: truth.items.map((item) => ({
      invoice_id: item.number,
      label: item.number,
      kind: kindOfNumber(item.number, truth),
      billed: dollars(billedOf(item.number, truth)),
      amount: dollars(item.open),
      due_date: item.dueOn,
      past_due: item.isPastDue,
      on_its_way: dollars(item.onItsWay),
    })),
    billSummary: latest ? billSummary(latest, before) : { latestInvoiceDetails: [] },
    recentBills: heldBills(truth)
      .slice(0, 12)
      .toReversed()
      .map(({ line, amount }) => ({
        invoice_num: line.invoiceNumber,
        occurred_on: line.issuedOn,
        amount: dollars(amount),
      })),
  };
}

const billedOf = (number: string | null, { bills, opening }: Truth) =>
  bills.find(({ line }) => line.invoiceNumber === number)?.amount ?? opening;

function kindOfNumber(number: string | null, { bills }: Truth) {
  const bill = bills.find(({ line }) => line.invoiceNumber === number);
  return bill && kindOf(bill.line);
}

function paymentRow({ line, day, taken }: Payment) {
  return {
    id: line.externalId,
    trasaction_id: line.externalId,
    occurred_on: day,
    status: line.status,
    use_recurring_payment: line.recurring,
    amount: dollars(taken),
    refunded: line.refunded && Number(line.refunded),
  };
}

function receipt(payment: Payment, { lines, truth }: Case) {
  const { amount, line, pays } = payment;
  const rank = (number: string | null) => truth.bills.findIndex((bill) => bill.line.invoiceNumber === number);
  const applied = pays.toSorted((a, b) => rank(a.number) - rank(b.number));
  return {
    ...paymentRow(payment),
    account_num: lines.account.accountNumber,
    applied_to: applied.map((part) => ({
      invoice_num: part.number,
      kind: kindOfNumber(part.number, truth),
      amount: dollars(part.amount),
    })),
    refunds: line.refunded && [{ amount: Number(line.refunded), refunded_on: payment.day }],
    credit: line.status === 'COMPLETED' ? dollars(amount - total(pays.map((part) => part.amount))) : 0,
  };
}
