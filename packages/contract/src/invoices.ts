import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { revalidationHeader } from './headers.ts';
import { pageOf, pageQuery } from './paging.ts';
import { paymentMethod } from './payment-methods.ts';
import { opaqueId } from './text.ts';

/** Kinds of bills: of a cycle, or made by hand beside it. */
export const billKinds = ['cycle', 'manual'] as const;
/** Kinds of adjustments: below 0, and above 0. They have a reason, and no period and no PDF. */
export const adjustmentKinds = ['credit', 'debit'] as const;
/** What an invoice is. */
export const invoiceKinds = [...billKinds, ...adjustmentKinds] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Returns whether an invoice is an adjustment, and no bill. A server of the release before names no kind. */
export function isAdjustment(kind: InvoiceKind | undefined): kind is AdjustmentKind {
  return adjustmentKinds.some((adjustment) => adjustment === kind);
}

export const chargeTypes = ['recurring', 'one-time', 'usage', 'discount', 'tax', 'fee', 'late-fee'] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** Groups of charges, in the order of a bill. */
export const chargeGroups = ['service', 'activity', 'taxes', 'late-fee'] as const;
export type ChargeGroup = (typeof chargeGroups)[number];

/** The group that each charge is listed and summed under, on page, PDF, and API alike (STATEMENT-1). */
export const chargeGroupOf: Readonly<Record<ChargeType, ChargeGroup>> = {
  recurring: 'service',
  discount: 'service',
  'one-time': 'activity',
  usage: 'activity',
  tax: 'taxes',
  fee: 'taxes',
  'late-fee': 'late-fee',
};

/**
 * Why a bill differs from the bill before (STATEMENT-2). `added` and `removed`: a service or a part of one; `plan-price`:
 * the same service at another price; `proration`: only a part of the period was charged on one of the two bills;
 * `charge-ended`: a one-time charge or a fee of the bill before that is charged no more.
 */
export const changeCauses = [
  'plan-price',
  'added',
  'removed',
  'proration',
  'usage',
  'one-time',
  'charge-ended',
  'discount-added',
  'discount-ended',
  'discount-changed',
  'fee',
  'tax',
  'late-fee',
] as const;
export type ChangeCause = (typeof changeCauses)[number];

/** How a bill's own charges differ from those of the bill before, in dollars; positive is more. */
export const billChange = z.object({
  amount: z.number(),
  /** What the bill before charged. */
  before: z.number().optional(),
  /** The largest first. Their amounts add up to `amount`; none is 0. */
  causes: z.array(
    z.object({
      code: z.enum(changeCauses),
      /** Name of the service, charge, or discount in the bill's language; null for `tax` and `late-fee`. */
      description: z.string().nullable(),
      amount: z.number(),
      /** What the bill before charged for it. */
      before: z.number().optional(),
      /** Of `proration`: the part of the month, in the words of both bills. */
      words: z.string().nullish(),
    }),
  ),
});
export type BillChange = z.infer<typeof billChange>;

export const invoiceRow = z.object({
  id: z.string(),
  invoice_num: z.string(),
  status: z.enum(['CLOSED', 'OPEN']),
  due_date: z.string(),
  paid_date: z.string().nullable(),
  amount: z.number(),
  amount_to_pay: z.number(),
  occurred_on: z.string(),
  kind: z.enum(invoiceKinds).optional(),
  /** The day on which billing reversed it; null when it holds. */
  reversed_on: z.string().nullish(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const invoiceName = z.object({ id: z.string(), invoice_num: z.string(), kind: invoiceRow.shape.kind });

/** What paid an invoice or, below 0, was given back. */
const appliedAmount = z.object({
  kind: z.enum(['paid', 'returned', 'refunded', 'credited']),
  day: z.string(),
  amount: z.number(),
  payment: z.object({ id: z.string(), payment_method: paymentMethod }).nullable(),
  /** Like `payment` null for the credit that an account came with. */
  credit: z.nullable(invoiceName),
});
export type AppliedAmount = z.infer<typeof appliedAmount>;

export const invoiceDetail = z.object({
  invoice_num: z.string(),
  billing_account: z.object({ external_account_num: z.string() }),
  occurred_on: z.string(),
  original_due_date: z.string(),
  amount_to_pay: z.number(),
  amount: z.number(),
  /** Dollars of this bill that credit other than a payment paid: a negative bill, or the credit an account came with. */
  credit_applied: z.number(),
  paid_date: z.string().nullable(),
  status: z.enum(['CLOSED', 'OPEN']),
  period: z.object({ start_date: z.string(), end_date: z.string() }),
  billing_statement: z.object({
    balance: z.number(),
    payment_received_amount: z.number(),
    service_charges: z.number(),
    activity_charges: z.number(),
    /** Late fees included, so that the three sums add up to the current charges. */
    taxes_and_fees: z.number(),
    /** The part of `taxes_and_fees` that is late fees; page and PDF show it as a separate line. */
    late_fees: z.number(),
    total_current_charges: z.number(),
    total_amount: z.number(),
  }),
  /** Why an adjustment was made, in the operator's words; null for a bill. */
  reason: z.string().nullish(),
  kind: invoiceRow.shape.kind,
  reversed_on: invoiceRow.shape.reversed_on,
  /** What took the place of a reversed bill. */
  replaced_by: z.nullish(invoiceName),
  /** By day. They add up to `amount` less `amount_to_pay`. */
  applied: z.array(appliedAmount).optional(),
  /** Null for the first bill of the account, and for an adjustment. */
  change: z.nullable(billChange),
  /** Ids of the bill before and the bill after, by issue date; null where there is none. */
  previous_id: z.string().nullish(),
  next_id: z.string().nullish(),
  invoice_items: z.array(
    z.object({
      description: z.string(),
      charges: z.array(
        z.object({
          invoice_item_charge_type: z.enum(chargeTypes),
          amount: z.number(),
          description: z.string(),
        }),
      ),
    }),
  ),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const invoiceQuery = z.object({ invoice_id: opaqueId });
export const appliedPayment = z.object({
  payment_method: z.object({ nickname: z.string().nullable() }),
  occurred_on: z.string(),
  amount: z.number(),
});

export const invoicesAll = endpoint({
  operationId: 'invoicesAll',
  feature: 'invoices',
  method: 'GET',
  path: '/invoices/all',
  summary: 'Invoices of a billing account, newest first.',
  requirement: 'API-5',
  query: z.object({ billing_account_id: opaqueId, ...pageQuery }),
  reply: pageOf(invoiceRow),
  problems: ['request.not-found'],
});

export const invoicesSingle = endpoint({
  operationId: 'invoicesSingle',
  feature: 'invoices',
  method: 'GET',
  path: '/invoices/single',
  summary: 'One invoice with its lines, as an array of one.',
  requirement: 'API-6',
  query: invoiceQuery,
  reply: z.array(invoiceDetail),
  problems: ['request.not-found'],
});

export const invoicesDownload = endpoint({
  operationId: 'invoicesDownload',
  feature: 'invoices',
  method: 'GET',
  path: '/invoices/download',
  summary: 'One invoice as PDF/UA-1 in the customer’s language.',
  requirement: 'API-7',
  headers: z.object({ ...revalidationHeader }),
  query: invoiceQuery,
  file: 'application/pdf',
  hasEntityTag: true,
  problems: ['request.not-found', 'invoices.no-pdf', 'invoices.pdf-unavailable', 'invoices.too-many-pdfs'],
});

export const invoicesPayments = endpoint({
  operationId: 'invoicesPayments',
  feature: 'invoices',
  method: 'GET',
  path: '/invoices/payments',
  summary: 'Payments made to one invoice.',
  requirement: 'API-9',
  query: invoiceQuery,
  reply: z.array(z.object({ payment: z.object({ id: z.string() }), detail: appliedPayment })),
  problems: ['request.not-found'],
});

export const invoicesPaymentInfo = endpoint({
  operationId: 'invoicesPaymentInfo',
  feature: 'invoices',
  method: 'GET',
  path: '/invoices/payment-info',
  summary: 'Method, day and amount of one payment.',
  requirement: 'API-9',
  query: z.object({ id: opaqueId }),
  reply: appliedPayment,
  problems: ['request.not-found'],
});
