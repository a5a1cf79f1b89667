import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';
import { toPayCents } from '../balance/open-items.rules.ts';

/** The figures of an account that a payment changes. */
export type PayableBalance = Pick<BillingRefresh, 'openItems' | 'credit' | 'inFlight' | 'planned'>;

/** An open item that a payment pays, and how much of it. */
export interface CoveredItem {
  readonly item: OpenItem;
  /** Above 0. */
  readonly amountCents: number;
  /** True when this payment and money on its way leave a part of the item open. */
  readonly isPart: boolean;
}

/** What a payment does to an account. */
export type PaymentSummary = ReturnType<typeof paymentSummaryOf>;

/**
 * Returns what a payment of `amountCents` pays, as the server will book it: money on its way comes first, then the
 * payment, each to the open item with the oldest due date. Planned payments come later and pay what is then open.
 */
export function paymentSummaryOf(balance: PayableBalance, amountCents: number) {
  let paymentCents = amountCents;
  let plannedCents = centsOf(balance.planned);
  let creditCents = centsOf(balance.credit) + centsOf(balance.inFlight);
  const covered: CoveredItem[] = [];
  const left: { readonly item: OpenItem; readonly cents: number }[] = [];
  for (const item of balance.openItems) {
    const openCents = toPayCents(item);
    const paidCents = Math.min(paymentCents, openCents);
    const laterCents = Math.min(plannedCents, openCents - paidCents);
    const leftCents = openCents - paidCents - laterCents;
    creditCents -= centsOf(item.on_its_way);
    paymentCents -= paidCents;
    plannedCents -= laterCents;
    if (paidCents > 0) covered.push({ item, amountCents: paidCents, isPart: paidCents < openCents });
    if (leftCents > 0) left.push({ item, cents: leftCents });
  }
  const sumOf = (items: typeof left) => items.reduce((sum, { cents }) => sum + cents, 0);
  return {
    /** What the payment pays, oldest due date first. */
    covered,
    /** The part of the payment that pays nothing and becomes credit. */
    toCreditCents: paymentCents,
    /** What is still owed after the payment, money on its way, and planned payments. */
    leftCents: sumOf(left),
    /** Due date of the oldest item with something left; null when nothing is left. */
    leftDueDate: left[0]?.item.due_date ?? null,
    /** The part of what is left that is past due. */
    leftPastDueCents: sumOf(left.filter(({ item }) => item.past_due)),
    /** Credit on the account after the payment and money on its way. */
    creditCents: creditCents + paymentCents,
  };
}
