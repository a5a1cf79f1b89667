import { processorNames } from '@myaccount/contract/processors';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { DrillPart } from '../part.ts';
import { letDayCome } from './due-customers.ts';
import { buildDueCustomers } from './due-payments.ts';
import { compareDuePayments, waitUntilTried } from './due-referee.ts';
import { pay } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { findWrongRefunds, payForRefunds, refundKinds, refundUntilDone } from './refunds.ts';
import { type Customer, Site } from './site.ts';

const dueCustomers = 12;

/** Nothing fails. It takes a minute, so it shows first that a planted bug is found. */
export const quietDay: DrillPart = {
  name: 'quiet-day',
  proves: 'where nothing fails, the processors’ books, payments, refunds, ledger, balances, and mails agree',
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
    const orders = await payForRefunds(site, refundKinds, (customer) =>
      pay(server.url, customer, `refunded-${customer.accountId}`),
    );
    // Two operators at once: the second reads that too little is left, or that it is refunded.
    for (const order of orders)
      await Promise.all([refundUntilDone(site, order), refundUntilDone(site, order)]);
    await waitUntilTried(site);
    await waitUntilSettled(site);
    const refunded = orders.map(({ customer }) => customer);
    const { failures, ...counts } = await compare(site, [...due, ...pressing, ...refunded]);
    const wrongRefunds = await findWrongRefunds(site, orders);
    return {
      counts,
      failures: [...failures, ...wrongRefunds, ...(await compareDuePayments(site, due)).failures],
    };
  },
};
