import { homeCalls, listCalls } from '../calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import { type Call, medianRatio, medianRound, runInTurn, runRound } from '../load.ts';
import { describeRound, figuresOf } from '../report/comparison.ts';
import { atMost, type Result } from '../report/result.ts';

const mostTimes = 1.3;

/** How the slowest calls grow with the population: the same load on a hundred times as many accounts. */
export async function measureScale(ground: Ground): Promise<Result[]> {
  const [few, many] = [await ground.few(), await ground.many()];
  const [fewCustomers, manyCustomers] = [await signedInCustomers(few), await signedInCustomers(many)];
  const compare = async (what: string, calls: (customers: readonly SignedInCustomer[]) => Call[]) => {
    const [fewCalls, manyCalls] = [calls(fewCustomers), calls(manyCustomers)];
    const sides = await runInTurn(ground.options.rounds, {
      few: () => runRound(few.portal, fewCalls, ground.options),
      many: () => runRound(many.portal, manyCalls, ground.options),
    });
    const ratio = medianRatio(sides.many, sides.few, 'p99Ms');
    const [fewRound, manyRound] = [medianRound(sides.few), medianRound(sides.many)];
    return {
      what: `${what}, ${many.accounts.toLocaleString('en-US')} accounts`,
      measured: describeRound(manyRound),
      floor: `${few.accounts.toLocaleString('en-US')}: ${describeRound(fewRound)}`,
      ratio,
      target: atMost(ratio, mostTimes, ' × p99'),
      figures: { ...figuresOf('many', manyRound), ...figuresOf('few', fewRound) },
    };
  };
  return [await compare('invoice list', listCalls), await compare('dashboard call', homeCalls)];
}
