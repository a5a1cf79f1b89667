import { addDays } from '@myaccount/contract/calendar';
import { catchUpDays } from '../../apps/server/src/features/balance/autopay-charge.rules.ts';

/** What every bill asks for. */
export const billCents = 8_499;

/** How a customer pays bills, one of which is due on each of these days. */
export interface BillCalendar {
  readonly pays: 'by autopay' | 'as planned';
  readonly dueOn: readonly string[];
}

/** What has to become of bills. */
export interface ExpectedPayments {
  /** Charges, such as `2027-03-14 8499`. */
  readonly charges: readonly string[];
  /** Mails that say that nothing was charged because no server was there. */
  readonly missed: number;
}

/** Returns the expected payments of a customer's bills when servers work on these days. Restates the rules, day by day. */
export function expectPayments(
  { pays, dueOn }: BillCalendar,
  workingDays: readonly string[],
): ExpectedPayments {
  const charges: string[] = [];
  let missed = 0;
  let waiting: string[] = [];
  let seen = '';
  for (const today of workingDays) {
    const reached = dueOn.filter((day) => day > seen && day <= today);
    seen = today;
    const newest = reached.at(-1);
    if (newest === undefined) continue;
    if (addDays(newest, catchUpDays) < today) {
      missed += pays === 'by autopay' ? 1 : reached.length;
      // Autopay collects it with the next bill.
      if (pays === 'by autopay') waiting = [...waiting, ...reached];
      continue;
    }
    charges.push(`${today} ${billCents * (waiting.length + reached.length)}`);
    waiting = [];
  }
  return { charges, missed };
}
