import { apiPath } from '@myaccount/contract/endpoint';
import { bearer, signInMany } from '../ground/customers.ts';
import { withClient } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { runInTurn, runRound } from '../load.ts';
import { atLeast, type Result, shown } from '../report/result.ts';

const customersInRotation = 10_000;
const targetShare = 0.65;

/** The invoice list, signed in and with the right to the account checked, against the bare rows. */
export async function measureList(ground: Ground): Promise<Result[]> {
  const { connections, seconds, rounds } = ground.options;
  const [{ portal, database }, floor] = await Promise.all([ground.many(), ground.floor()]);
  const customers = await withClient(database.ownerUrl, (client) => signInMany(client, customersInRotation));
  const portalCalls = customers.map((customer) => ({
    path: `${apiPath}/invoices/all?billing_account_id=${customer.accountId}&page_number=1&page_size=5`,
    headers: bearer(customer),
  }));
  const floorCalls = customers.map(({ accountId }) => ({ path: `/list?account=${accountId}` }));
  const result = await runInTurn(rounds, {
    floor: () => runRound(floor, floorCalls, { connections, seconds }),
    portal: () => runRound(portal, portalCalls, { connections, seconds }),
  });
  const ratio = result.portal.perSecond / result.floor.perSecond;
  return [
    {
      what: 'invoice list',
      measured: `${shown(result.portal.perSecond)} /s, p99 ${shown(result.portal.p99Ms)} ms`,
      floor: `${shown(result.floor.perSecond)} /s, p99 ${shown(result.floor.p99Ms)} ms`,
      ratio,
      target: atLeast(ratio * 100, targetShare * 100, ' % of the floor'),
      figures: {
        perSecond: result.portal.perSecond,
        floorPerSecond: result.floor.perSecond,
        p99Ms: result.portal.p99Ms,
        floorP99Ms: result.floor.p99Ms,
        cpuMicroseconds: result.portal.cpuMicroseconds,
        floorCpuMicroseconds: result.floor.cpuMicroseconds,
      },
    },
  ];
}
