import type { BillingRefresh } from '@myaccount/contract/home';
import { dollarsFromCents } from '@myaccount/contract/money';
import { type InvoiceLine, itemsOf } from '../invoices/invoices.rules.ts';
import { isServiceCharge, statementOf } from '../statement/statement.rules.ts';
import type { Outstanding, RecentBill } from './home.repository.ts';

/** What “Current Balance Due” and autopay would charge: booked, less what is on its way or planned; never below 0. */
export function amountDueCents(balanceCents: number, { inFlightCents, plannedCents }: Outstanding): number {
  return Math.max(0, balanceCents - inFlightCents - plannedCents);
}

/**
 * Summary of the latest bill; nulls and an empty list where there is no bill yet. Its items hold the charges of the
 * service, so that with activity, taxes and the balance before they add up to the total.
 */
export function billSummaryOf(
  latest: RecentBill | undefined,
  lines: readonly InvoiceLine[],
): BillingRefresh['billSummary'] {
  if (!latest) return { latestInvoiceNumber: null, latestInvoiceId: null, latestInvoiceDetails: [] };
  const statement = statementOf({ ...latest, charges: lines });
  return {
    latestInvoiceNumber: latest.invoiceNumber,
    latestInvoiceId: latest.id,
    latestInvoiceDetails: [
      {
        due_date: latest.dueOn,
        amount: dollarsFromCents(latest.amountCents),
        invoice_items: itemsOf(lines.filter(isServiceCharge)).map(({ description, charges }) => ({
          description,
          charges: charges.map((charge) => ({ amount: dollarsFromCents(charge.amountCents) })),
        })),
        billing_statement: {
          activity_charges: dollarsFromCents(statement.activityChargesCents),
          taxes_and_fees: dollarsFromCents(statement.taxesAndFeesCents),
          balance: dollarsFromCents(statement.balanceCents - statement.paymentsReceivedCents),
          total_amount: dollarsFromCents(statement.totalCents),
        },
      },
    ],
  };
}
