import { addDays } from '@myaccount/contract/calendar';
import type { BillingRefresh } from '@myaccount/contract/home';
import { dollarsFromCents } from '@myaccount/contract/money';
import { cycleOf } from '../../platform/business-day.ts';
import type { HappeningFacts } from './happenings.rules.ts';

/** What a first bill is estimated by. */
interface BilledAccount {
  readonly cycleDay: number;
  readonly monthlyPriceCents: number;
  readonly serviceSince: string | null;
}

/** An account with more bills is not new, although none was paid. */
const mostBills = 3;

const lengthOf = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

/** HOME-9: returns what a new account waits for; null of a closed one, and once a bill was paid. */
export function firstWeeksOf(
  account: BilledAccount & { readonly status: string },
  bills: readonly { readonly id: string }[],
  { balance: { openItems }, hasVisit, today }: Pick<HappeningFacts, 'balance' | 'hasVisit' | 'today'>,
): BillingRefresh['firstWeeks'] {
  const isPaid = (bill: { readonly id: string }) => openItems.every(({ invoiceId }) => invoiceId !== bill.id);
  if (account.status !== 'ACTIVE' || bills.length > mostBills || bills.some(isPaid)) return null;
  return { hasVisit, firstBill: bills.length > 0 ? null : firstBillOf(account, today) };
}

/** Returns when the first bill is issued, and the plan's price for the days of service until then. */
function firstBillOf({ cycleDay, monthlyPriceCents, serviceSince }: BilledAccount, today: string) {
  const since = serviceSince ?? today;
  const { start, end } = cycleOf(since > today ? since : today, cycleDay);
  const days = lengthOf(since > start ? since : start, end);
  const cents = Math.round((monthlyPriceCents * days) / lengthOf(start, end));
  return { date: addDays(end, 1), amount: dollarsFromCents(cents) };
}
