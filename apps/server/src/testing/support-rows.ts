import type { Happening } from '@myaccount/contract/happenings';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { showAccount } from '../ops/show.ts';
import type { TestPortal } from './portal.ts';

/** Returns the happenings of an account as `ops show` prints them, each with one space between its cells. */
export async function supportTells({ portal }: TestPortal, accountNumber: string): Promise<string[]> {
  return toldIn(await showAccount(portal, accountNumber));
}

/** Returns the happenings that a page of `ops show` has. */
export function toldIn(page: string): string[] {
  const section = page.split('\n\n').find((part) => part.startsWith('What happens')) ?? '';
  const [, ...lines] = section.split('\n');
  return lines.map((line) => line.trim().replaceAll(/ +/g, ' '));
}

/** Returns how a happening of the dashboard has to read there. */
export function rowOfSupport({ kind, date, amount, payment_method: method, ...row }: Happening): string {
  return [
    kind.replaceAll('-', ' '),
    date,
    amount !== undefined && formatCents(centsOf(amount)),
    method && `${method.card_type} …${method.last_four}`,
    row.reason,
    row.retry_date && `again ${row.retry_date}`,
    row.charge_date && `charged ${row.charge_date}`,
    row.email_address,
  ]
    .filter(Boolean)
    .join(' ');
}
