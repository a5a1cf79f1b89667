import type { ChargeType } from '@myaccount/contract/invoices';
import { cardTypes, methodTypes } from '@myaccount/contract/payment-methods';
import { z } from 'zod';
import { isUuid } from '../../platform/database/uuid.ts';
import type { InvoiceRecord, PaymentRecord } from './billing-system.ts';
import {
  amount,
  cents,
  currency,
  day,
  dollarText,
  id,
  instant,
  number,
  oneOf,
  shortText,
} from './gtv.fields.ts';
import {
  adjustmentNames,
  invoiceKindOf,
  invoiceNames,
  itemNames,
  paymentNames,
  paymentStatusOf,
} from './gtv.names.ts';

const account = z.object({ id, account_num: number });
const text = z.string().max(300);
/** Lines; the shape of the whole collection too. */
export const items = z.array(
  z.object({
    id,
    total_amount: amount,
    [itemNames.text]: text,
    service: z.object({ [itemNames.heading]: text, product: z.object({ name: text }) }),
  }),
);
const invoiceRef = z.object({ invoice_num: number });
type Line = z.output<typeof items>[number];
/** What a payment pays; the shape of the whole collection too. */
export const allocations = z.array(z.object({ invoice: invoiceRef, amount }));

const invoice = z.object({
  id,
  invoice_num: number,
  billing_account: account,
  currency_code: currency,
  amount: cents,
  due_date: day,
  [invoiceNames.kind]: oneOf(invoiceKindOf),
  [invoiceNames.issuedOn]: day,
  [invoiceNames.periodStart]: day.nullish(),
  [invoiceNames.periodEnd]: day.nullish(),
  [invoiceNames.open]: cents,
  [invoiceNames.reversedOn]: day.nullable(),
  [invoiceNames.replacedBy]: invoiceRef.nullable(),
  invoice_items: items,
});

const adjustment = z.object({
  id,
  billing_account: account,
  currency_code: currency,
  amount: cents,
  description: text,
  due_date: day.nullable(),
  [adjustmentNames.number]: number,
  [adjustmentNames.kind]: z.enum(['credit', 'debit']),
  [adjustmentNames.issuedOn]: day,
  [adjustmentNames.forInvoice]: invoiceRef.nullable(),
  [adjustmentNames.reversedOn]: day.nullable(),
  [adjustmentNames.replacedBy]: z.object({ [adjustmentNames.number]: number }).nullable(),
  [adjustmentNames.items]: items,
});

const payment = z.object({
  id,
  billing_account: account,
  currency_code: currency,
  amount: amount.refine((value) => Number(value) > 0, 'must be more than 0'),
  reference: z.string().max(255).nullable(),
  auto_payment: z.boolean(),
  payment_method: z.object({
    payment_method_type: z.string(),
    card_type: z.string().nullish(),
    nickname: shortText.nullish(),
    last_four: z.string().nullish(),
  }),
  [paymentNames.number]: number,
  [paymentNames.occurredAt]: instant,
  [paymentNames.status]: oneOf(paymentStatusOf),
  [paymentNames.allocations]: allocations,
});

/** The schema of each list's rows. */
export const rows = { invoices: invoice, adjustments: adjustment, payments: payment };

/** What a bill or an adjustment is mapped with. */
export interface ChargeScope {
  /** The charge type by the name of a product. */
  readonly chargeTypes: Readonly<Record<string, ChargeType>>;
  /** Products without one are added. */
  readonly unknownProducts: Set<string>;
}

/** A bill, without the balance before it. */
export function invoiceRecord(row: z.output<typeof invoice>, scope: ChargeScope): InvoiceRecord {
  return {
    type: 'invoice',
    invoiceNumber: row.invoice_num,
    accountNumber: row.billing_account.account_num,
    kind: row[invoiceNames.kind],
    reason: null,
    forInvoice: null,
    issuedOn: row[invoiceNames.issuedOn],
    dueOn: row.due_date,
    periodStart: row[invoiceNames.periodStart] ?? null,
    periodEnd: row[invoiceNames.periodEnd] ?? null,
    items: itemsOf(row.invoice_items, scope),
    status: row[invoiceNames.open] === 0 ? 'CLOSED' : 'OPEN',
    reversedOn: row[invoiceNames.reversedOn],
    replacedBy: row[invoiceNames.replacedBy]?.invoice_num ?? null,
  };
}

export function adjustmentRecord(row: z.output<typeof adjustment>, scope: ChargeScope): InvoiceRecord {
  const kind = row[adjustmentNames.kind];
  return {
    type: 'invoice',
    invoiceNumber: row[adjustmentNames.number],
    accountNumber: row.billing_account.account_num,
    kind,
    reason: row.description,
    forInvoice: row[adjustmentNames.forInvoice]?.invoice_num ?? null,
    issuedOn: row[adjustmentNames.issuedOn],
    periodStart: null,
    periodEnd: null,
    dueOn: kind === 'debit' ? (row.due_date ?? row[adjustmentNames.issuedOn]) : null,
    items: itemsOf(row[adjustmentNames.items], scope),
    // Neither says anything of an adjustment.
    status: 'CLOSED',
    reversedOn: row[adjustmentNames.reversedOn],
    replacedBy: row[adjustmentNames.replacedBy]?.[adjustmentNames.number] ?? null,
  };
}

/** A payment under the number that billing has for it, or our own id where one made here is its reference. */
export function paymentRecord(
  row: z.output<typeof payment>,
  businessDayOf: (at: string) => string,
): PaymentRecord {
  const reference = row.reference?.toLowerCase() ?? '';
  const { payment_method_type: type, card_type, nickname, last_four } = row.payment_method;
  const cardType = cardTypes.find((known) => known === (card_type ?? type).toUpperCase()) ?? 'UNKNOWN';
  return {
    type: 'payment',
    externalId: isUuid(reference) ? reference : row[paymentNames.number],
    accountNumber: row.billing_account.account_num,
    occurredOn: businessDayOf(row[paymentNames.occurredAt]),
    amount: row.amount,
    status: row[paymentNames.status],
    recurring: row.auto_payment,
    method: {
      methodType: methodTypes.find((known) => known === type) ?? 'custom',
      cardType,
      nickname: nickname ?? null,
      lastFour: last_four && /^\d{4}$/.test(last_four) ? last_four : null,
      processor: null,
    },
    appliedTo: row[paymentNames.allocations].map(({ invoice: { invoice_num }, amount: applied }) => ({
      invoiceNumber: invoice_num,
      amount: applied,
    })),
  };
}

/** Charges under the heading of their service: neighbors with one heading are one item. */
function itemsOf(lines: readonly Line[], { chargeTypes, unknownProducts }: ChargeScope) {
  const grouped: { description: string; charges: ReturnType<typeof chargeOf>[] }[] = [];
  const chargeOf = ({ service: { product }, total_amount, [itemNames.text]: description }: Line) => {
    const type = Object.hasOwn(chargeTypes, product.name) ? chargeTypes[product.name] : undefined;
    if (!type) unknownProducts.add(product.name);
    return { type: type ?? ('one-time' as const), description, amount: total_amount };
  };
  for (const line of lines) {
    const description = line.service[itemNames.heading];
    const last = grouped.at(-1);
    if (last?.description === description) last.charges.push(chargeOf(line));
    else grouped.push({ description, charges: [chargeOf(line)] });
  }
  return grouped;
}

/** Why the lines of a bill or an adjustment don't add up to its amount, or it has a sign that it cannot have. */
export function wrongSum(of: { readonly amount: number }, lines: z.output<typeof items>): string | undefined {
  const sum = lines.reduce((total, line) => total + Math.round(Number(line.total_amount) * 100), 0);
  return sum === of.amount
    ? undefined
    : `is ${dollarText(of.amount)}, but its lines add up to ${dollarText(sum)}`;
}
