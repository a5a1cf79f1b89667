import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';

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
export interface PaymentSummary {
  /** What the payment pays, oldest due date first. */
  readonly covered: readonly CoveredItem[];
  /** The part of the payment that pays nothing and becomes credit. */
  readonly toCreditCents: number;
  /** What is still owed after the payment, money on its way, and planned payments. */
  readonly leftCents: number;
  /** Due date of the oldest item with something left; null when nothing is left. */
  readonly leftDueDate: string | null;
  /** The part of what is left that is past due. */
  readonly leftPastDueCents: number;
  /** Credit on the account after the payment and money on its way. */
  readonly creditCents: number;
}

interface Remainder {
  readonly item: OpenItem;
  readonly cents: number;
}

/** Takes an amount from the remainders, oldest first. */
function less(remainders: readonly Remainder[], amountCents: number): Remainder[] {
  let leftCents = amountCents;
  return remainders.map(({ item, cents }) => {
    const takenCents = Math.min(leftCents, cents);
    leftCents -= takenCents;
    return { item, cents: cents - takenCents };
  });
}

function sumOf(remainders: readonly Remainder[]): number {
  return remainders.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * Returns what a payment of `amountCents` pays, as the server will book it: money on its way comes first, then the
 * payment, each to the open item with the oldest due date. Planned payments come later and pay what is then open.
 */
export function paymentSummaryOf(balance: PayableBalance, amountCents: number): PaymentSummary {
  let leftOfPayment = amountCents;
  const covered: CoveredItem[] = [];
  const remainders = balance.openItems.map((item) => {
    const openCents = centsOf(item.amount) - centsOf(item.on_its_way);
    const paidCents = Math.min(leftOfPayment, openCents);
    leftOfPayment -= paidCents;
    if (paidCents > 0) covered.push({ item, amountCents: paidCents, isPart: paidCents < openCents });
    return { item, cents: openCents - paidCents };
  });
  const left = less(remainders, centsOf(balance.planned)).filter(({ cents }) => cents > 0);
  const onItsWayCents = balance.openItems.reduce((sum, item) => sum + centsOf(item.on_its_way), 0);
  return {
    covered,
    toCreditCents: leftOfPayment,
    leftCents: sumOf(left),
    leftDueDate: left[0]?.item.due_date ?? null,
    leftPastDueCents: sumOf(left.filter(({ item }) => item.past_due)),
    creditCents: centsOf(balance.credit) + centsOf(balance.inFlight) - onItsWayCents + leftOfPayment,
  };
}
