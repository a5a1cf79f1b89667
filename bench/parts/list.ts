import { listCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { readInTurn } from '../read-in-turn.ts';
import { compareCpu, compareThroughput } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

const minPercent = 75;
const minPercentOfPool = 100;
const maxCpuTimes = 1.4;

/** The invoice list with session and account check, against the bare rows. */
export async function measureList(environment: BenchEnvironment): Promise<Result[]> {
  const customers = await signedInCustomers(await environment.many());
  const { pipeline, pool } = await readInTurn(environment, {
    portal: listCalls(customers),
    floor: customers.map(({ accountId }) => `list?account=${accountId}`),
  });
  return [
    compareThroughput('invoice list', pipeline, minPercent),
    compareThroughput('invoice list, floor with a pool', pool, minPercentOfPool),
    compareCpu('invoice list', pipeline, maxCpuTimes),
  ];
}
