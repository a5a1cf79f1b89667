import { listCalls } from '../calls.ts';
import { signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import { atLeast, type Result } from '../report/result.ts';

const targetPercent = 65;

/** The invoice list, signed in and with the right to the account checked, against the bare rows. */
export async function measureList(ground: Ground): Promise<Result[]> {
  const { options } = ground;
  const [site, floor] = [await ground.many(), await ground.floor()];
  const customers = await signedInCustomers(site);
  const floorCalls = customers.map(({ accountId }) => ({ path: `/list?account=${accountId}` }));
  const portalCalls = listCalls(customers);
  const pair = await runInTurn(options.rounds, {
    floor: () => runRound(floor, floorCalls, options),
    portal: () => runRound(site.portal, portalCalls, options),
  });
  return [
    compareThroughput('invoice list', pair, (ratio) =>
      atLeast(ratio * 100, targetPercent, ' % of the floor'),
    ),
  ];
}
