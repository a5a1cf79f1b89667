import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';

/** A charge that failed is the customer's turn, although autopay will try again: its happening says when. */
export function isCollected({ nextCharge, autopay }: BillingRefresh): boolean {
  return nextCharge !== null && !autopay?.problem;
}

/** Returns why the large figure is what it is. */
function kindOf(billing: BillingRefresh) {
  if (billing.amountDue > 0) {
    if (billing.pastDue > 0) return 'pastDue';
    return isCollected(billing) ? 'autopay' : 'due';
  }
  if (billing.credit > 0) return 'credit';
  if (billing.inFlight > 0) return 'onItsWay';
  if (billing.planned > 0) return 'planned';
  return billing.billSummary.latestInvoiceId === null ? 'noBill' : 'nothingDue';
}

/**
 * Returns what the customer pays next. The large figure is what is due now, what is owed where all of it is on its way or
 * planned, or the credit. Every amount is the server's; this only selects which one is shown.
 */
export function nextPaymentOf(billing: BillingRefresh) {
  return {
    kind: kindOf(billing),
    amountCents: centsOf(billing.amountDue || billing.credit || billing.balance),
  };
}
