import { compareSizes, type Side } from '../compare-sizes.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment, PortalInstance } from '../environment/environment.ts';
import type { Result } from '../report/result.ts';

const maxTimes = 1.3;

/** How the slowest calls grow with the population: the same load on 100 times as many accounts. */
export async function measureScale(environment: BenchEnvironment): Promise<Result[]> {
  const sideOf = async (site: PortalInstance): Promise<Side> => ({
    site,
    customers: await signedInCustomers(site),
  });
  const sides = { few: await sideOf(await environment.few()), many: await sideOf(await environment.many()) };
  return await compareSizes(environment, sides, maxTimes);
}
