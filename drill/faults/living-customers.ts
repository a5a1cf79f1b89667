import { addDays } from '@myaccount/contract/calendar';
import { processorNames } from '@myaccount/contract/processors';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { BillCalendar } from './due-calendar.rules.ts';
import { planPayment, turnAutopayOn } from './due-customers.ts';
import { pay } from './pay.ts';
import type { Customer, Site } from './site.ts';

const livingCustomers = 120;
const revokingCustomers = 4;

/** A customer whose bills are due in the weeks to come. */
export interface LivingCustomer extends Customer, BillCalendar {}

/** Builds customers whose bills are due on days of work, and near them, until some days before the end. */
export async function buildLivingCustomers(
  site: Site,
  random: SeededRandom,
  { days, url }: { readonly days: readonly string[]; readonly url: string },
): Promise<LivingCustomer[]> {
  const [first = '', last = ''] = [days[0], days.at(-5)];
  const near = days.flatMap((day) => [-4, 0, 0, 4, 9].map((more) => addDays(day, more)));
  const calendar = near.filter((day) => day > first && day <= last);
  const customers: LivingCustomer[] = [];
  while (customers.length < livingCustomers) {
    const pays = random.pick(['by autopay', 'as planned'] as const);
    const dueOn = [random.pick(calendar), random.pick(calendar)].toSorted();
    const bills = { pays, dueOn: pays === 'by autopay' ? [...new Set(dueOn)] : dueOn.slice(0, 1) };
    const customer = await site.buildCustomer({
      processor: random.pick(processorNames),
      dueOn: bills.dueOn,
    });
    if (pays === 'by autopay') await turnAutopayOn(url, customer);
    else await planPayment(url, customer, bills.dueOn[0] ?? '');
    customers.push({ ...customer, ...bills });
  }
  return customers;
}

/** Lets customers pay by bank debits that settle, and come back weeks later. */
export async function payAndRevoke(site: Site, url: string): Promise<Customer[]> {
  const bank = { processor: 'transafe', kind: 'bank', outcome: 'revoked' } as const;
  const customers = await site.buildCustomers(revokingCustomers, () => bank);
  for (const customer of customers) {
    const status = await pay(url, customer, `revoked-${customer.accountId}`);
    if (status !== 'PENDING') throw new Error(`A bank debit is ${status}`);
  }
  return customers;
}
