import { compareSizes, sideOf } from '../compare-sizes.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import type { Result } from '../report/result.ts';

/** How the slowest calls grow with the population, from a thousand accounts. */
export async function measureScale(environment: BenchEnvironment): Promise<Result[]> {
  const [few, many] = [await sideOf(await environment.few()), await sideOf(await environment.many())];
  return await compareSizes(environment, { few, many });
}
