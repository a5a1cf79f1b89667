import { homeCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { readInTurn } from '../read-in-turn.ts';
import { compareCpu, compareThroughput } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

const minPercent = 70;
const maxCpuTimes = 1.6;

/** The dashboard call, against five bare statements. */
export async function measureHome(environment: BenchEnvironment): Promise<Result[]> {
  const site = await environment.many();
  const customers = await signedInCustomers(site);
  const portalCalls = homeCalls(customers);
  const { pipeline, pool } = await readInTurn(environment, {
    portal: portalCalls,
    floor: customers.map(({ accountId }) => `home?account=${accountId}`),
  });
  return [
    compareThroughput('dashboard call', pipeline, minPercent),
    compareThroughput('dashboard call, floor with a pool', pool),
    compareCpu('dashboard call', pipeline, maxCpuTimes),
  ];
}
