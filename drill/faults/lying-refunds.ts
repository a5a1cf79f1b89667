import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import type { SandboxFault } from '../../apps/server/src/testing/sandbox.ts';
import { pay } from './pay.ts';
import { partCents, type RefundOrder, refundOnce } from './refunds.ts';
import type { Customer, Site } from './site.ts';

type Lie = Pick<SandboxFault, 'mode' | 'status'>;

const lies: readonly Lie[] = [
  { mode: 'hop', status: 400 },
  { mode: 'hop', status: 403 },
  { mode: 'hop', status: 503 },
  { mode: 'lose-answers' },
  { mode: 'no-number' },
];
/** Amounts whose cents select an outcome at the sandbox: unclear, phantom, garbled, duplicate, twin, partial. */
const liedAmounts = [916, 917, 918, 920, 921, 940];

/** Refunds whose answers do not tell the truth, at both processors. Returns their customers, and where an answer was believed. */
export async function refundAmidLies(
  site: Site,
  url: string,
): Promise<{ customers: Customer[]; failures: string[] }> {
  const found = await Promise.all(processorNames.map((processor) => refundAt(site, url, processor)));
  return {
    customers: found.flatMap(({ customers }) => customers),
    failures: found.flatMap(({ failures }) => failures),
  };
}

async function refundAt(site: Site, url: string, processor: ProcessorName) {
  const customers: Customer[] = [];
  const failures: string[] = [];
  const buildOrder = async (what: Omit<RefundOrder, 'customer'>): Promise<RefundOrder> => {
    const customer = await site.buildCustomer({ processor });
    await pay(url, customer, `lied-${customer.accountId}`);
    customers.push(customer);
    return { customer, ...what };
  };
  const part = { isSettled: true, amountCents: partCents };
  // Of all that has not settled, TranSafe takes the charge back.
  for (const lie of lies)
    for (const what of processor === 'transafe' && lie.mode !== 'no-number' ? [part, {}] : [part]) {
      const order = await buildOrder(what);
      await site.sandbox.control({ processor, ...lie, calls: 1, onlyMoney: true });
      const { code, err } = await refundOnce(site, order);
      if (code === 1) failures.push(`${processor}, ${lie.mode} ${lie.status ?? ''}: believed: ${err}`);
    }
  for (const amountCents of liedAmounts)
    await refundOnce(site, await buildOrder({ isSettled: true, amountCents }));
  const pair = [await buildOrder(part), await buildOrder({ isSettled: true })];
  await site.sandbox.control({ processor, mode: 'swap' });
  await Promise.all(pair.map((order) => refundOnce(site, order)));
  await site.sandbox.control({ processor, mode: 'normal' });
  return { customers, failures };
}
