import { type AccountLines, cents, dueOn, type InvoiceLine, isBill, kindOf, total } from './lines.ts';
import type { Bill, Payment } from './truth.ts';

/** Dollars of cents, as calls have them. */
export const dollars = (amount: number) => amount / 100;

/** The sums of a bill's charges by group: services, activity, taxes and fees, late fees. */
export function groupSums({ items }: InvoiceLine) {
  const of = (...types: readonly string[]) =>
    total(
      items.flatMap(({ charges }) =>
        charges.map(({ type, amount }) => (types.includes(type) ? cents(amount) : 0)),
      ),
    );
  return {
    service: of('recurring', 'discount'),
    activity: of('one-time', 'usage'),
    taxes: of('tax', 'fee'),
    late: of('late-fee'),
  };
}

/** The dashboard's words on the latest bill. */
export function billSummary(bill: Bill, before: Bill | undefined) {
  const { line, amount, previous } = bill;
  const sums = groupSums(line);
  const services = line.items.map(({ description, charges }) => ({
    description,
    charges: charges.filter(({ type }) => type === 'recurring' || type === 'discount'),
  }));
  return {
    latestInvoiceNumber: line.invoiceNumber,
    latestInvoiceId: line.invoiceNumber,
    latestInvoiceDetails: [
      {
        due_date: dueOn(line),
        amount: dollars(amount),
        invoice_items: services
          .filter(({ charges }) => charges.length > 0)
          .map(({ description, charges }) => ({
            description,
            charges: charges.map((charge) => ({ amount: Number(charge.amount) })),
          })),
        billing_statement: {
          activity_charges: dollars(sums.activity),
          taxes_and_fees: dollars(sums.taxes + sums.late),
          late_fees: dollars(sums.late),
          balance: dollars(previous),
          total_amount: dollars(previous + amount),
        },
        change: before && changeOf(before.line, line),
      },
    ],
  };
}

/** A row of the list of bills. */
export function billRow({ line, amount, open, paidOn }: Bill) {
  return {
    id: line.invoiceNumber,
    invoice_num: line.invoiceNumber,
    status: open > 0 ? 'OPEN' : 'CLOSED',
    due_date: dueOn(line),
    kind: kindOf(line),
    reversed_on: line.reversedOn,
    paid_date: paidOn,
    amount: dollars(amount),
    amount_to_pay: dollars(open),
    occurred_on: line.issuedOn,
  };
}

/** The bills before and after, as customers see them. */
interface Neighbors {
  readonly before: Bill | undefined;
  /** The bill that it is compared with. */
  readonly compared: Bill | undefined;
  readonly successor: Bill | undefined;
  readonly after: Bill | undefined;
}

/** A bill with its lines. */
export function billDetail(
  bill: Bill,
  { before, compared, successor, after }: Neighbors,
  { account }: AccountLines,
) {
  const { line, amount, previous, received } = bill;
  const { id: _, due_date, occurred_on, ...row } = billRow(bill);
  const sums = groupSums(line);
  return {
    ...row,
    occurred_on,
    original_due_date: due_date,
    billing_account: { external_account_num: account.accountNumber },
    credit_applied: dollars(bill.creditApplied),
    applied: dollars(bill.creditApplied + total(bill.payments.map((payment) => payment.amount))),
    reason: line.reason,
    replaced_by: successor && {
      id: successor.line.invoiceNumber,
      invoice_num: successor.line.invoiceNumber,
      kind: kindOf(successor.line),
    },
    period: { start_date: line.periodStart ?? line.issuedOn, end_date: line.periodEnd ?? line.issuedOn },
    billing_statement: {
      balance: dollars(previous + received),
      payment_received_amount: dollars(received),
      service_charges: dollars(sums.service),
      activity_charges: dollars(sums.activity),
      taxes_and_fees: dollars(sums.taxes + sums.late),
      late_fees: dollars(sums.late),
      total_current_charges: dollars(amount),
      total_amount: dollars(previous + amount),
    },
    change: compared && isBill(line) ? changeOf(compared.line, line) : null,
    previous_id: before?.line.invoiceNumber,
    next_id: after?.line.invoiceNumber,
    invoice_items: line.items.map(({ description, charges }) => ({
      description,
      charges: charges.map((charge) => ({
        invoice_item_charge_type: charge.type,
        amount: Number(charge.amount),
        description: charge.description,
      })),
    })),
  };
}

const codes: Readonly<Record<string, readonly [more: string, fewer: string, same: string]>> = {
  recurring: ['added', 'removed', 'plan-price'],
  discount: ['discount-added', 'discount-ended', 'discount-changed'],
};

/** Why a bill differs from the one before: by type and words of its lines, taxes and late fees each as one. */
function changeOf(before: InvoiceLine, now: InvoiceLine) {
  const chargesOf = ({ items }: InvoiceLine) => items.flatMap(({ charges }) => charges);
  const keyOf = ({ type, description }: { type: string; description: string }) =>
    `${type} ${type === 'tax' || type === 'late-fee' ? '' : description}`;
  const keys = new Set([...chargesOf(now), ...chargesOf(before)].map(keyOf));
  const causes = [...keys].map((key) => {
    const side = (line: InvoiceLine) => chargesOf(line).filter((charge) => keyOf(charge) === key);
    const sum = (line: InvoiceLine) => total(side(line).map(({ amount }) => cents(amount)));
    const type = key.slice(0, key.indexOf(' '));
    const added = Math.sign(side(now).length - side(before).length);
    const isPaidOff = /^(one-time|fee)$/.test(type) && side(now).length === 0 && sum(before) > 0;
    const [more, fewer, same] = codes[type] ?? [type, isPaidOff ? 'charge-ended' : type, type];
    return {
      code: added > 0 ? more : added < 0 ? fewer : same,
      description: key.slice(key.indexOf(' ') + 1) || null,
      amount: dollars(sum(now) - sum(before)),
      before: dollars(sum(before)),
    };
  });
  const sumOf = (line: InvoiceLine) => total(chargesOf(line).map(({ amount }) => cents(amount)));
  return {
    amount: dollars(sumOf(now) - sumOf(before)),
    before: dollars(sumOf(before)),
    causes: causes
      .filter(({ amount }) => amount !== 0)
      .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount)),
  };
}

/** The payments of a bill, the newest first. */
export function appliedPayments(bill: Bill, payments: readonly Payment[]) {
  return payments.flatMap(({ line, day }) => {
    const part = bill.payments.find(({ id }) => id === line.externalId);
    return part
      ? [{ payment: { id: line.externalId }, detail: { occurred_on: day, amount: dollars(part.amount) } }]
      : [];
  });
}
