import { homeCalls, listCalls } from '../calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { type Call, medianRound, ratioSpread, runInTurn, runRound } from '../load.ts';
import { describeRound, figuresOf } from '../report/comparison.ts';
import { atMost, type Result } from '../report/result.ts';

const maxTimes = 1.3;

/** How the slowest calls grow with the population: the same load on 100 times as many accounts. */
export async function measureScale(environment: BenchEnvironment): Promise<Result[]> {
  const [few, many] = [await environment.few(), await environment.many()];
  const [fewCustomers, manyCustomers] = [await signedInCustomers(few), await signedInCustomers(many)];
  const compare = async (what: string, calls: (customers: readonly SignedInCustomer[]) => Call[]) => {
    const [fewCalls, manyCalls] = [calls(fewCustomers), calls(manyCustomers)];
    const sides = await runInTurn(environment.options.rounds, {
      few: () => runRound(few.portal, fewCalls, environment.options),
      many: () => runRound(many.portal, manyCalls, environment.options),
    });
    const ratio = ratioSpread(sides.many, sides.few, 'p99Ms');
    const [fewRound, manyRound] = [medianRound(sides.few), medianRound(sides.many)];
    return {
      what: `${what}, ${many.accounts.toLocaleString('en-US')} accounts`,
      measured: describeRound(manyRound),
      floor: `${few.accounts.toLocaleString('en-US')}: ${describeRound(fewRound)}`,
      ratio,
      target: atMost(ratio.median, maxTimes, ' × p99'),
      figures: { ...figuresOf('many', manyRound), ...figuresOf('few', fewRound) },
    };
  };
  return [await compare('invoice list', listCalls), await compare('dashboard call', homeCalls)];
}
