import { z } from 'zod';
import { address } from './accounts.ts';
import { autopayStanding } from './autopay.ts';
import { endpoint } from './endpoint.ts';
import { happening, mostHappenings } from './happenings.ts';
import { billChange, invoiceRow } from './invoices.ts';
import { paymentMethod } from './payment-methods.ts';
import { opaqueId } from './text.ts';

const statement = z.object({
  activity_charges: z.number(),
  /** Late fees included. */
  taxes_and_fees: z.number(),
  /** The part of `taxes_and_fees` that is late fees. */
  late_fees: z.number(),
  /** What was left of the previous balance after payments; with the charges it adds up to `total_amount`. */
  balance: z.number(),
  total_amount: z.number(),
});

/** Something owed: a bill, or the debt that an account came with (`invoice_id` and `label` are null). */
export const openItem = z.object({
  invoice_id: z.string().nullable(),
  /** Invoice number. */
  label: z.string().nullable(),
  /** Absent for the opening debt. */
  kind: invoiceRow.shape.kind,
  /** Dollars that were billed; more than `amount` once a part was paid. */
  billed: z.number(),
  /** Dollars still open, money on its way included. */
  amount: z.number(),
  due_date: z.string(),
  /** True when the due date has passed and money on its way does not cover the item. */
  past_due: z.boolean(),
  /** Dollars of `amount` that money on its way covers, oldest item first. */
  on_its_way: z.number(),
});
export type OpenItem = z.infer<typeof openItem>;

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
        /** Null for the first bill of the account. */
        change: billChange.nullable(),
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
  /** What autopay would take first, and when, if it were turned on now; null when it is on, or no due date lies ahead. */
  firstCharge: z.object({ date: z.string(), amount: z.number() }).nullable(),
  /** Null when autopay is off. */
  autopay: autopayStanding.nullable(),
  /** Dollars of payments dated ahead. */
  planned: z.number(),
  /** Dollars submitted, pending or being confirmed. */
  inFlight: z.number(),
  /** The payment whose result is still out: no other can be made before it is known. Null when there is none. */
  unconfirmed: z.object({ amount: z.number(), since: z.string() }).nullable(),
  /** What “Current Balance Due” charges: balance less planned and in flight, never below 0. */
  amountDue: z.number(),
  /** Due date of the oldest open item that money on its way does not cover; null when there is none. */
  dueDate: z.string().nullable(),
  /** Dollars past due: open items whose due date has passed, less money on its way. */
  pastDue: z.number(),
  /** Open items, oldest due date first. Their amounts less `credit` add up to `balance`. */
  openItems: z.array(openItem),
  /** Dollars of free credit; above 0 only when nothing is open. */
  credit: z.number(),
  /** What just happened and what comes next, best first (HOME-7). */
  happenings: z.array(happening).max(mostHappenings),
  /** Where there is nothing to do, because all that is owed will be paid in time: which happening pays it (HOME-8). */
  paidBy: z.int().min(0).nullable(),
  /** Null once a bill was paid, and of a closed account. */
  firstWeeks: z
    .object({
      /** A visit is planned, or was. */
      hasVisit: z.boolean(),
      /** When the first bill is issued, and about how much it is, from plan and days; null once there is one. */
      firstBill: z.object({ date: z.string(), amount: z.number() }).nullable(),
    })
    .nullable(),
  /** When the billing system was last asked; null where records come by files, or before the first reading. */
  asOf: z.string().nullable(),
  /** The billing system is being asked, or will be soon: the page asks again. */
  isReading: z.boolean(),
  /** The last bills, oldest first, at most 12. Adjustments are none. */
  recentBills: z.array(z.object({ invoice_num: z.string(), occurred_on: z.string(), amount: z.number() })),
});
export type BillingRefresh = z.infer<typeof billingRefresh>;

export const billingRefreshEndpoint = endpoint({
  operationId: 'billingRefresh',
  feature: 'home',
  method: 'GET',
  path: '/billing/gtv/billing-account/refresh',
  summary: 'Everything the dashboard shows, in one answer.',
  requirement: 'API-4',
  query: z.object({ AccountNumber: opaqueId, customerID: opaqueId }),
  reply: billingRefresh,
  problems: ['request.not-found'],
});
