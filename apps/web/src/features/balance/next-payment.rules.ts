import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';

export interface NextPayment {
  /** What the large figure is, and why. */
  readonly kind: ReturnType<typeof kindOf>;
  /** The large figure: the amount due, the credit, or what is on its way or planned. */
  readonly amountCents: number;
  /** True when there is something to pay now. */
  readonly isOwed: boolean;
  /** What else will happen, shown beneath the sentence. */
  readonly notes: readonly ('onItsWay' | 'planned' | 'autopay')[];
}

/** A charge that failed is the customer's turn, although autopay will try again: its notice says when. */
function isCollected({ nextCharge, autopay }: BillingRefresh): boolean {
  return nextCharge !== null && !autopay?.problem;
}

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

/** Returns what the customer pays next. Every amount is the server's; this only selects which one is shown. */
export function nextPaymentOf(billing: BillingRefresh): NextPayment {
  const kind = kindOf(billing);
  const notes: NextPayment['notes'][number][] = [];
  if (billing.inFlight > 0 && kind !== 'onItsWay') notes.push('onItsWay');
  if (billing.planned > 0 && kind !== 'planned') notes.push('planned');
  if (isCollected(billing) && kind !== 'autopay') notes.push('autopay');
  const amount = billing.amountDue || billing.credit || billing.inFlight || billing.planned;
  return { kind, amountCents: centsOf(amount), isOwed: billing.amountDue > 0, notes };
}
