import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import type { DrillPart } from '../part.ts';
import { refundAmidLies } from './lying-refunds.ts';
import { pay, type ReadStatus } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { type Customer, Site } from './site.ts';

const statuses = [400, 401, 403, 412, 415, 429, 503];
const customersPerStatus = 3;
const swaps = 6;

interface Answered {
  readonly customer: Customer;
  /** What the customer read, press by press. */
  readonly read: readonly ReadStatus[];
}

/** Answers that do not tell the truth about a charge. */
export const lyingProcessor: DrillPart = {
  name: 'lying-processor',
  proves: 'only the processor’s own words about our own order settle a charge or a refund',
  async run(environment) {
    const site = await Site.open(environment, 'faults_lying');
    try {
      const { url } = await site.startServer('lying', 'all');
      const hops: Answered[] = [];
      const swapped: Answered[] = [];
      for (const processor of processorNames) {
        for (const status of statuses) hops.push(...(await payBehindHop(site, url, { processor, status })));
        swapped.push(...(await paySwapped(site, url, processor)));
      }
      const unnamed = await payUnnamed(site, url);
      await site.sandbox.reset();
      const refunds = await refundAmidLies(site, url);
      const settledAfter = await waitUntilSettled(site);
      const answered = [...hops, ...swapped, ...unnamed];
      const payers = answered.map(({ customer }) => customer);
      const { failures, ...counts } = await compare(site, [...payers, ...refunds.customers]);
      // The second press may come after an inquiry, whose answer is the processor's own.
      const believed = hops
        .flatMap(({ read }) => read)
        .filter((status) => status !== 'PENDING' && status !== 'COMPLETED');
      return {
        counts: {
          hops: hops.length,
          swapped: swapped.length,
          unnamed: unnamed.length,
          refunds: refunds.customers.length,
          ...counts,
          settledAfter: `${settledAfter} s`,
        },
        failures: [
          ...failures,
          ...refunds.failures,
          ...believed.map((status) => `A hop was believed: ${status}`),
        ],
      };
    } finally {
      await site.close();
    }
  },
};

/** A proxy answers with its own JSON after the charge went through. The customer presses twice. */
async function payBehindHop(
  site: Site,
  url: string,
  { processor, status }: { processor: ProcessorName; status: number },
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (let index = 0; index < customersPerStatus; index += 1) {
    const customer = await site.buildCustomer({ processor });
    await site.sandbox.control({ processor, mode: 'hop', status, calls: 1 });
    const key = `hop-${status}-${index}`;
    answered.push({ customer, read: [await pay(url, customer, key), await pay(url, customer, key)] });
  }
  return answered;
}

/** The answers to two customers' charges change places: both good, or one good and one declined or refused. */
async function paySwapped(site: Site, url: string, processor: ProcessorName): Promise<Answered[]> {
  const answered: Answered[] = [];
  await site.sandbox.control({ processor, mode: 'swap' });
  for (let index = 0; index < swaps; index += 1) {
    const outcome = [undefined, 'declined', 'down'][index % 3];
    const pair = [
      await site.buildCustomer({ processor }),
      await site.buildCustomer({ processor, ...(outcome ? { outcome } : {}) }),
    ];
    const read = await Promise.all(pair.map((customer) => pay(url, customer, `swap-${index}`)));
    answered.push(...pair.map((customer, side) => ({ customer, read: [read[side] ?? 'no-response'] })));
  }
  await site.sandbox.reset();
  return answered;
}

/** TranSafe leaves the order number out. */
async function payUnnamed(site: Site, url: string): Promise<Answered[]> {
  const answered: Answered[] = [];
  await site.sandbox.control({ processor: 'transafe', mode: 'no-number' });
  for (let index = 0; index < customersPerStatus; index += 1) {
    const customer = await site.buildCustomer({ processor: 'transafe' });
    answered.push({ customer, read: [await pay(url, customer, `unnamed-${index}`)] });
  }
  return answered;
}
