import { processorNames } from '@myaccount/contract/processors';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { DrillPart } from '../part.ts';
import { letDayCome } from './due-customers.ts';
import { buildDueCustomers } from './due-payments.ts';
import { compareDuePayments, waitUntilTried } from './due-referee.ts';
import { pay } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { type Customer, Site } from './site.ts';

const dueCustomers = 12;

/** Nothing fails. It takes a minute, so it shows first that a planted bug is found. */
export const quietDay: DrillPart = {
  name: 'quiet-day',
  proves: 'where nothing fails, the processors’ books, payments, ledger, balances, and mails agree',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_quiet');
    const server = await site.startServer('quiet', 'all');
    const random = new SeededRandom(environment.options.seed);
    const due = await buildDueCustomers(site, random, { url: server.url, count: dueCustomers });
    await server.kill();
    await letDayCome(site, due);
    await server.start();
    const pressing: Customer[] = [];
    for (const processor of processorNames) {
      const customer = await site.buildCustomer({ processor });
      await pay(server.url, customer, `quiet-${customer.accountId}`);
      pressing.push(customer);
    }
    await waitUntilTried(site);
    await waitUntilSettled(site);
    const { failures, ...counts } = await compare(site, [...due, ...pressing]);
    return { counts, failures: [...failures, ...(await compareDuePayments(site, due)).failures] };
  },
};
