import { z } from 'zod';
import { agreedConsents } from './agreed-consents.ts';
import { endpoint } from './endpoint.ts';
import { idempotencyHeader, languageHeader } from './headers.ts';
import { invoiceRow } from './invoices.ts';
import { limitRanges } from './limits.ts';
import { isWholeCents } from './money.ts';
import { pageOf, pageQuery } from './paging.ts';
import { paymentFailures } from './payment-failures.ts';
import { paymentMethod } from './payment-methods.ts';
import { shownPaymentStates } from './payment-states.ts';
import { day, opaqueId } from './text.ts';

/** What every answer says of a payment. */
const paymentFields = {
  id: z.string(),
  status: z.enum(shownPaymentStates),
  amount: z.number(),
  occurred_on: z.string(),
  payment_method: paymentMethod,
  /** Spelled as its callers spell it. */
  trasaction_id: z.string().nullable(),
  /** Why it failed or came back; null for every other payment. */
  failure: z.object({ code: z.enum(paymentFailures) }).nullable(),
  /** What was given back of a COMPLETED payment; absent where nothing was. All of it: REFUNDED. */
  refunded: z.number().optional(),
  /** 8 characters of Crockford's base32, shown as XXXX-XXXX. */
  reference: z.string(),
};

export const paymentRow = z.object({ ...paymentFields, use_recurring_payment: z.boolean() });
export type PaymentRow = z.infer<typeof paymentRow>;

const dollars = z
  .number()
  .positive()
  .max(limitRanges.paymentMaximumDollars.maximum)
  .refine(isWholeCents, { params: { code: 'decimals' } });

export const madePayment = z.object({ ...paymentFields, alreadyMade: z.boolean().optional() });
export type MadePayment = z.infer<typeof madePayment>;

export const payments = endpoint({
  operationId: 'payments',
  feature: 'payments',
  method: 'GET',
  path: '/payments',
  summary: 'Payment history of a billing account, newest first.',
  requirement: 'API-8',
  query: z.object({ billing_account_id: opaqueId, ...pageQuery }),
  reply: pageOf(paymentRow),
  problems: ['request.not-found'],
});

export const makePayment = endpoint({
  operationId: 'makePayment',
  feature: 'payments',
  method: 'POST',
  path: '/payments/make-payment',
  summary: 'Pays once with a saved method. One Idempotency-Key is one charge, whatever happens.',
  requirement: 'API-11',
  headers: z.object({ ...idempotencyHeader, ...languageHeader }),
  body: z.strictObject({
    amount: dollars,
    /** A saved method’s id, or the method with its `token`, our handle; its other fields are ignored. */
    payment_method: z.union([opaqueId, z.object({ token: opaqueId })]),
    billing_account_id: opaqueId,
    /** `recurring`, behind the flag `recurringPayments`: the payment and, once it is accepted, autopay with its method. */
    paymentType: z.enum(['onetime', 'recurring']),
    /** Business day to pay on, from today to the due date of the newest open bill; today without it. */
    payment_date: day.optional(),
    seenBalance: z
      .number()
      .optional()
      .describe(
        'The balance less planned and inFlight as the payer saw it, in dollars: negative for credit, not cut to 0. If it differs now: payments.balance-changed.',
      ),
    /** What the payer agreed to: for a bank debit, and for autopay where the payment is recurring. */
    consents: agreedConsents,
  }),
  reply: madePayment,
  problems: [
    'request.not-found',
    'request.too-many',
    'security-hold',
    'payments.declined',
    'payments.method-not-usable',
    'payments.amount-too-large',
    'payments.nothing-due',
    'payments.balance-changed',
    'payments.in-progress',
    'payments.cancelled',
    'payments.key-reused',
    'payments.processor-unavailable',
  ],
});

export const receipt = z.object({
  ...paymentFields,
  occurred_at: z.string(),
  account_num: z.string(),
  /** What was asked, where the bank approved only a part: the rest was not paid. */
  requested: z.number().optional(),
  /** Autopay made it, or was chosen with it. */
  use_recurring_payment: z.boolean(),
  /** Day of a payment dated ahead that is not charged yet, `YYYY-MM-DD`; null for every other payment. */
  planned_for: z.string().nullable(),
  /** Where the mail about the payment went or goes; null when there is none, or when it is too old to be known. */
  emailed_to: z.string().nullable(),
  /** `invoice_num` is null for the debt that the account came with. */
  applied_to: z.array(
    z.object({ invoice_num: z.string().nullable(), kind: invoiceRow.shape.kind, amount: z.number() }),
  ),
  credit: z.number(),
  /** What was given back, oldest first; absent where nothing was. */
  refunds: z.array(z.object({ id: z.string(), amount: z.number(), refunded_on: z.string() })).optional(),
});
export type Receipt = z.infer<typeof receipt>;

const receiptQuery = z.object({ id: opaqueId });

export const paymentReceipt = endpoint({
  operationId: 'paymentReceipt',
  feature: 'payments',
  method: 'GET',
  path: '/payments/receipt',
  summary: 'What is booked of one payment: state, amount, invoices it was applied to.',
  requirement: 'API-27',
  query: receiptQuery,
  reply: receipt,
  problems: ['request.not-found'],
});

export const paymentReceiptPdf = endpoint({
  operationId: 'paymentReceiptPdf',
  feature: 'payments',
  method: 'GET',
  path: '/payments/receipt/download',
  summary: 'The receipt of one payment as PDF.',
  requirement: 'API-27',
  query: receiptQuery,
  file: 'application/pdf',
  problems: ['request.not-found', 'invoices.pdf-unavailable', 'invoices.too-many-pdfs'],
});
