import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import type { DrillPart } from '../part.ts';
import { pay } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { type Customer, Site } from './site.ts';

const customerCount = 40;
const kills = 3;
/** A lookup takes this long, so that each kill hits many of them. */
const slowLookupMs = 800;

/** The process that reconciles is killed in mid-round. */
export const reconcilerKilled: DrillPart = {
  name: 'reconciler-killed',
  proves:
    'unknown charges settle within two minutes although the process that reconciles is killed in mid-round',
  async run(environment) {
    const site = await Site.open(environment, 'faults_reconciler');
    try {
      const web = await site.startServer('reconciler-web', 'web');
      const customers: Customer[] = [];
      for (let index = 0; index < customerCount; index += 1) {
        const processor = processorNames[index % processorNames.length] ?? 'orbital';
        customers.push(await site.buildCustomer({ processor }));
      }
      for (const processor of processorNames) await site.sandbox.control({ processor, mode: 'lose-answers' });
      await Promise.all(customers.map((customer) => pay(web.url, customer, randomUUID())));
      // Its own timers end with it: only the jobs' process can settle the charges.
      await web.kill();
      for (const processor of processorNames) {
        await site.sandbox.control({ processor, mode: 'slow', delayMs: slowLookupMs });
      }
      const jobs = await site.startServer('reconciler-jobs', 'jobs');
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(1.5 * slowLookupMs);
        await jobs.kill();
        await jobs.start();
      }
      await site.sandbox.reset();
      await waitUntilSettled(site);
      const { failures, ...counts } = await compare(site, customers);
      return { counts: { kills, ...counts }, failures };
    } finally {
      await site.close();
    }
  },
};
