import { type Call, homeCalls, listCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareRounds } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

/** A call of customers, against the same rows at the floor server. */
function measureRead(
  what: string,
  callsOf: (customers: readonly SignedInCustomer[]) => Call[],
  floorPath: string,
): (environment: BenchEnvironment) => Promise<Result[]> {
  return async (environment) => {
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
  };
}

/** The invoice list with session and account check, against the bare rows. */
export const measureList = measureRead('invoice list', listCalls, '/list');

/** The dashboard call, against five bare statements. */
export const measureHome = measureRead('dashboard call', homeCalls, '/home');
