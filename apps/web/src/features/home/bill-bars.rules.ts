import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';

/** Bills that the chart shows. */
const shownBills = 6;
/** Two bills say no more as bars than as rows. */
const fewestBills = 3;

/**
 * Returns the last bills as bars, the newest first; none where there are too few to compare. Each has what it has in common
 * with the bill before, and what changed, in percent of the widest bar; nothing has changed on the first bill.
 */
export function billBars(bills: BillingRefresh['recentBills']) {
  if (bills.length < fewestBills) return [];
  const amounts = bills.map(({ amount }) => centsOf(amount));
  const bars = bills.map(({ invoice_num, occurred_on }, index) => {
    const amountCents = amounts[index] ?? 0;
    const before = amounts[index - 1] ?? amountCents;
    const changeCents = amountCents - before;
    return { invoiceNumber: invoice_num, issuedOn: occurred_on, amountCents, changeCents, before };
  });
  const shown = bars.slice(-shownBills).reverse();
  const widest = Math.max(1, ...shown.flatMap(({ amountCents, before }) => [amountCents, before]));
  const percentOf = (cents: number) => (Math.max(0, cents) / widest) * 100;
  return shown.map(({ before, ...bar }) => {
    const keptPercent = percentOf(Math.min(bar.amountCents, before));
    return { ...bar, keptPercent, changePercent: percentOf(Math.max(bar.amountCents, before)) - keptPercent };
  });
}
