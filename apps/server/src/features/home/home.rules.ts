import type { BillingRefresh, OpenItem as WireOpenItem } from '@myaccount/contract/home';
import { chargeGroupOf } from '@myaccount/contract/invoices';
import { dollarsFromCents } from '@myaccount/contract/money';
import type { Balance, OpenItem } from '../balance/balance.rules.ts';
import { changeFieldsOf, type InvoiceLine, itemsOf } from '../invoices/invoices.rules.ts';
import { paymentMethodOf, type ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import type { BillChange } from '../statement/bill-change.rules.ts';
import { statementOf } from '../statement/statement.rules.ts';
import type { RecentBill } from './home.repository.ts';

/** The latest bill with its lines and how it differs from the one before. */
interface LatestBill extends RecentBill {
  readonly lines: readonly InvoiceLine[];
  /** Null for the first bill. */
  readonly change: BillChange | null;
}

/**
 * Summary of the latest bill; nulls and an empty list when there is no bill yet. Its items hold the service charges, so
 * that with activity, taxes, fees, and the previous balance they add up to the total.
 */
export function billSummaryOf(latest: LatestBill | undefined): BillingRefresh['billSummary'] {
  if (!latest) return { latestInvoiceNumber: null, latestInvoiceId: null, latestInvoiceDetails: [] };
  const { lines, change } = latest;
  const statement = statementOf({ ...latest, charges: lines });
  return {
    latestInvoiceNumber: latest.invoiceNumber,
    latestInvoiceId: latest.id,
    latestInvoiceDetails: [
      {
        due_date: latest.dueOn,
        amount: dollarsFromCents(latest.amountCents),
        invoice_items: itemsOf(lines.filter(({ chargeType }) => chargeGroupOf[chargeType] === 'service')).map(
          ({ description, charges }) => ({
            description,
            charges: charges.map((charge) => ({ amount: dollarsFromCents(charge.amountCents) })),
          }),
        ),
        billing_statement: {
          activity_charges: dollarsFromCents(statement.activityChargesCents),
          taxes_and_fees: dollarsFromCents(statement.taxesAndFeesCents + statement.lateFeesCents),
          late_fees: dollarsFromCents(statement.lateFeesCents),
          balance: dollarsFromCents(statement.previousBalanceCents),
          total_amount: dollarsFromCents(statement.totalCents),
        },
        change: change && changeFieldsOf(change),
      },
    ],
  };
}

/** The balance as callers see it, in dollars. */
export function balanceFieldsOf(balance: Balance) {
  const { autopayCharge, firstCharge } = balance;
  return {
    balance: dollarsFromCents(balance.balanceCents),
    nextCharge: autopayCharge && {
      date: autopayCharge.chargeOn,
      amount: dollarsFromCents(autopayCharge.amountCents),
      recurring_payment_id: autopayCharge.methodId,
    },
    firstCharge: firstCharge && {
      date: firstCharge.chargeOn,
      amount: dollarsFromCents(firstCharge.amountCents),
    },
    planned: dollarsFromCents(balance.plannedCents),
    inFlight: dollarsFromCents(balance.inFlightCents),
    unconfirmed: balance.unresolvedSince && {
      amount: dollarsFromCents(balance.unresolvedCents),
      since: balance.unresolvedSince.toISOString(),
    },
    amountDue: dollarsFromCents(balance.amountDueCents),
    dueDate: balance.dueOn,
    pastDue: dollarsFromCents(balance.pastDueCents),
    openItems: balance.openItems.map(openItemFieldsOf),
    credit: dollarsFromCents(balance.creditCents),
  };
}

/** Returns the state of autopay, with the method that it charges; null when it is off. */
export function autopayFieldOf(
  { autopay, autopayProblem: problem }: Balance,
  method: ShownMethod | undefined,
): BillingRefresh['autopay'] {
  if (!autopay || !method) return null;
  return {
    payment_method: paymentMethodOf(method),
    has_consent: autopay.hasConsent,
    problem: problem && {
      code: problem.failure ?? 'declined',
      amount: dollarsFromCents(problem.amountCents),
      date: problem.runOn,
      retry_date: problem.retryOn,
    },
  };
}

function openItemFieldsOf(item: OpenItem): WireOpenItem {
  return {
    invoice_id: item.invoiceId,
    label: item.invoiceNumber,
    kind: item.kind ?? undefined,
    billed: dollarsFromCents(item.billedCents),
    amount: dollarsFromCents(item.openCents),
    due_date: item.dueOn,
    past_due: item.isPastDue,
    on_its_way: dollarsFromCents(item.onItsWayCents),
  };
}
