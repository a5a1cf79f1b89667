import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';

/** What autopay would do if it were turned on today. */
export interface AutopayPlan {
  /** The first charge; null when no due date lies ahead. */
  readonly first: { readonly day: string; readonly cents: number } | null;
  /** Debt that is past due already: charged with the next due date. */
  readonly pastDueCents: number;
}

/**
 * Returns what would be charged first, by the server's rule: on the next due date everything that is due by then, less
 * what is on its way or planned.
 */
export function autopayPlanOf(
  { openItems, planned, pastDue }: Pick<BillingRefresh, 'openItems' | 'planned' | 'pastDue'>,
  today: string,
): AutopayPlan {
  let plannedCents = centsOf(planned);
  const left = openItems.flatMap(({ due_date: day, amount, on_its_way: onItsWay }) => {
    const openCents = centsOf(amount) - centsOf(onItsWay);
    const paidCents = Math.min(plannedCents, openCents);
    plannedCents -= paidCents;
    return paidCents < openCents ? [{ day, cents: openCents - paidCents }] : [];
  });
  const [day] = left
    .map((item) => item.day)
    .filter((dueDay) => dueDay >= today)
    .sort();
  const cents = left.reduce(
    (sum, item) => (day !== undefined && item.day <= day ? sum + item.cents : sum),
    0,
  );
  return { first: day === undefined ? null : { day, cents }, pastDueCents: centsOf(pastDue) };
}
