import { type Call, homeCalls, listCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareRounds } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

interface Read {
  readonly what: string;
  readonly callsOf: (customers: readonly SignedInCustomer[]) => Call[];
  /** Path of the same rows at the floor server. */
  readonly floorPath: string;
}

/** The invoice list with session and account check, against the bare rows. */
export async function measureList(environment: BenchEnvironment): Promise<Result[]> {
  return await measureRead(environment, { what: 'invoice list', callsOf: listCalls, floorPath: '/list' });
}

/** The dashboard call, against five bare statements. */
export async function measureHome(environment: BenchEnvironment): Promise<Result[]> {
  return await measureRead(environment, { what: 'dashboard call', callsOf: homeCalls, floorPath: '/home' });
}

async function measureRead(
  environment: BenchEnvironment,
  { what, callsOf, floorPath }: Read,
): Promise<Result[]> {
  const { options } = environment;
  const [{ portal, ...site }, floor] = [await environment.many(), await environment.floor()];
  const customers = await signedInCustomers(site);
  const calls = callsOf(customers);
  const floorCalls = customers.map(({ accountId }) => ({ path: `${floorPath}?account=${accountId}` }));
  const pair = await runInTurn(options.rounds, {
    floor: () => runRound(floor, floorCalls, options),
    portal: () => runRound(portal, calls, options),
  });
  return compareRounds(what, pair);
}
