import { z } from 'zod';
import { address } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { paymentMethod } from './payment-methods.ts';
import { opaqueId } from './text.ts';

const statement = z.object({
  activity_charges: z.number(),
  taxes_and_fees: z.number(),
  balance: z.number(),
  total_amount: z.number(),
});

export const billingRefresh = z.object({
  balance: z.number(),
  isAutoPayEnabled: z.boolean(),
  isEbillEnabled: z.string(),
  billSummary: z.object({
    latestInvoiceNumber: z.string().nullable(),
    latestInvoiceId: z.string().nullable(),
    latestInvoiceDetails: z.array(
      z.object({
        due_date: z.string(),
        amount: z.number(),
        invoice_items: z.array(
          z.object({ description: z.string(), charges: z.array(z.object({ amount: z.number() })) }),
        ),
        billing_statement: statement,
      }),
    ),
  }),
  billDetails: z.object({
    defaultPaymentMethod: z.object({ payment_method: paymentMethod }).nullable(),
    billingAddress: address.nullable(),
  }),
  accountDetails: z.object({ Address: z.array(address) }),
  /** What autopay will take next, and when. */
  nextCharge: z.object({ date: z.string(), amount: z.number(), recurring_payment_id: z.string() }).nullable(),
  /** Dollars of payments dated ahead. */
  planned: z.number(),
  /** Dollars submitted, pending or being confirmed. */
  inFlight: z.number(),
  /** What “Current Balance Due” charges: balance less planned and in flight, never below 0. */
  amountDue: z.number(),
  /** Due day of the oldest open invoice. */
  dueDate: z.string().nullable(),
  /** Open amount of invoices whose due day has passed. */
  pastDue: z.number(),
  /** The last bills, oldest first, at most 12. */
  recentBills: z.array(z.object({ invoice_num: z.string(), occurred_on: z.string(), amount: z.number() })),
});
export type BillingRefresh = z.infer<typeof billingRefresh>;

export const billingRefreshEndpoint = endpoint({
  method: 'GET',
  path: '/billing/gtv/billing-account/refresh',
  summary: 'Everything the dashboard shows, in one answer.',
  requirement: 'API-4',
  query: z.object({ AccountNumber: opaqueId, customerID: opaqueId }),
  reply: billingRefresh,
  problems: [],
});
