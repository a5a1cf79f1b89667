import { randomUUID } from 'node:crypto';
import { processorNames } from '@myaccount/contract/processors';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillPart } from '../part.ts';
import { pay } from './pay.ts';
import { compare, settleWithinSeconds, waitUntilSettled } from './referee.ts';
import { findWrongRefunds, partCents, refundOnce } from './refunds.ts';
import { Site } from './site.ts';

const customerCount = 40;
const refundedCustomers = 4;
const kills = 3;
const pollMs = 50;
/** Every answer of a processor takes this long, so that a kill hits many calls. */
const slowAnswerMs = 2_000;

/** The process that reconciles is killed in mid-round. */
export const reconcilerKilled: DrillPart = {
  name: 'reconciler-killed',
  proves:
    'unknown charges and refunds settle within two minutes although the process that reconciles is killed in mid-round',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_reconciler');
    const web = await site.startServer('reconciler-web', 'web');
    const customers = await site.buildCustomers(customerCount, (index) => ({
      processor: processorNames[index % processorNames.length] ?? 'orbital',
    }));
    const refunded = await site.buildCustomers(refundedCustomers, () => ({ processor: 'orbital' }));
    for (const customer of refunded) await pay(web.url, customer, randomUUID());
    const orders = refunded.map((customer) => ({ customer, amountCents: partCents }));
    for (const processor of processorNames) {
      await site.sandbox.control({ processor, mode: 'slow', delayMs: slowAnswerMs });
    }
    const earlier = (await site.sandbox.charges()).length;
    const pressing = customers.map((customer) => pay(web.url, customer, randomUUID()));
    await until(
      'every charge is made',
      async () => (await site.sandbox.charges()).length - earlier === customerCount,
    );
    // Every charge is made, and no answer is back: only the jobs' process can settle them.
    await web.kill();
    await Promise.all(pressing);
    const leaving = new AbortController();
    const refunding = orders.map((order) => refundOnce(site, order, leaving.signal));
    await until('every refund is made', async () => (await site.refunds()).length === orders.length);
    leaving.abort();
    await Promise.all(refunding);
    let before = await countInquiries(site);
    const jobs = await site.startServer('reconciler-jobs', 'jobs');
    for (let kill = 0; kill < kills; kill += 1) {
      await until('an inquiry is begun', async () => (await countInquiries(site)) > before);
      await jobs.kill();
      // Counted while nobody inquires: the first round begins before the process says that it is ready.
      before = await countInquiries(site);
      await jobs.start();
    }
    await site.sandbox.reset();
    await waitUntilSettled(site);
    const { failures, ...counts } = await compare(site, [...customers, ...refunded]);
    return {
      counts: { kills, ...counts },
      failures: [...failures, ...(await findWrongRefunds(site, orders))],
    };
  },
};

/** Waits until a condition holds. Throws if it takes longer than a payment may take to settle. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  if (!(await comesTrue(holds, settleWithinSeconds * 1_000, pollMs)))
    throw new Error(`Waited too long until ${what}`);
}

/** Counts inquiries about payments that are still unknown. */
async function countInquiries({ portal }: Site): Promise<number> {
  const { begun } = await portal.db
    .selectFrom('payment')
    .select((eb) => eb.fn.sum<number>('reconcile_attempts').as('begun'))
    .executeTakeFirstOrThrow();
  return Number(begun);
}
