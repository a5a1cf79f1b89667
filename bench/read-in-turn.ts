import type { BenchEnvironment } from './environment/environment.ts';
import { type Call, runInTurn, runRound } from './load.ts';
import type { Pair } from './report/comparison.ts';

interface ReadCalls {
  readonly portal: readonly Call[];
  /** The floor's paths below its two ways (floor-server.ts). */
  readonly floor: readonly string[];
}

/** Loads the portal with a read, and in turn the floor with shared connections and with a pool. */
export async function readInTurn(
  environment: BenchEnvironment,
  calls: ReadCalls,
): Promise<Record<'pipeline' | 'pool', Pair>> {
  const { options } = environment;
  const [site, floor] = [await environment.many(), await environment.floor()];
  const floorOf = (way: string) => {
    const wayCalls = calls.floor.map((path) => ({ path: `/${way}/${path}` }));
    return () => runRound(floor, wayCalls, options);
  };
  const { portal, pipeline, pool } = await runInTurn(options.rounds, {
    pipeline: floorOf('pipeline'),
    portal: () => runRound(site.portal, calls.portal, options),
    pool: floorOf('pool'),
  });
  return { pipeline: { portal, floor: pipeline }, pool: { portal, floor: pool } };
}
