import { listCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import { atLeast, type Result } from '../report/result.ts';

const targetPercent = 65;

/** The invoice list with session and account check, against the bare rows. */
export async function measureList(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const [site, floor] = [await environment.many(), await environment.floor()];
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
