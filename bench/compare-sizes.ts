import { homeCalls, listCalls } from './calls.ts';
import type { SignedInCustomer } from './environment/customers.ts';
import type { BenchEnvironment, PortalInstance } from './environment/environment.ts';
import { exchangeCalls } from './environment/login-codes.ts';
import { payingConnections, paymentCalls } from './environment/payments.ts';
import { type Call, type LoadOptions, medianRound, ratioSpread, runInTurn, runRound } from './load.ts';
import { describeRound, figuresOf } from './report/comparison.ts';
import { atMost, type Result } from './report/result.ts';

/** A portal and customers of its population. */
export interface Side {
  readonly site: PortalInstance;
  readonly customers: readonly SignedInCustomer[];
}

interface Load {
  readonly what: string;
  readonly calls: (side: Side) => Call[] | Promise<Call[]>;
  readonly options: LoadOptions;
}

/** As many as a population of a thousand has; each signs in, or pays, once a round. */
const customersAtOnce = 500;

/** How the slowest list, dashboard, sign-in, and payment grow with the population: the same load on both sides in turn. */
export async function compareSizes(
  environment: BenchEnvironment,
  sides: Readonly<Record<'few' | 'many', Side>>,
  maxTimes: number,
): Promise<Result[]> {
  const { connections, seconds } = environment.options;
  const some = ({ customers }: Side) => customers.slice(0, customersAtOnce);
  const loads: Load[] = [
    {
      what: 'invoice list',
      calls: ({ customers }) => listCalls(customers),
      options: { connections, seconds },
    },
    {
      what: 'dashboard call',
      calls: ({ customers }) => homeCalls(customers),
      options: { connections, seconds },
    },
    {
      what: 'sign-in',
      calls: (side) => exchangeCalls(environment, side.site, some(side)),
      options: { connections },
    },
    {
      what: 'one-time payment',
      calls: (side) => paymentCalls(side.site, some(side)),
      options: { connections: payingConnections },
    },
  ];
  const results: Result[] = [];
  for (const load of loads)
    results.push(await compareSides(load, sides, environment.options.rounds, maxTimes));
  return results;
}

async function compareSides(
  { what, calls, options }: Load,
  { few, many }: Readonly<Record<'few' | 'many', Side>>,
  rounds: number,
  maxTimes: number,
): Promise<Result> {
  const run = (side: Side) => async () => runRound(side.site.portal, await calls(side), options);
  // Each customer once: afterward what is measured is in memory on both sides, not only where everything fits.
  for (const side of [few, many])
    await runRound(side.site.portal, await calls(side), { connections: options.connections });
  const done = await runInTurn(rounds, { few: run(few), many: run(many) });
  const ratio = ratioSpread(done.many, done.few, 'p99Ms');
  const [fewRound, manyRound] = [medianRound(done.few), medianRound(done.many)];
  return {
    what: `${what}, ${many.site.accounts.toLocaleString('en-US')} accounts`,
    measured: describeRound(manyRound),
    floor: `${few.site.accounts.toLocaleString('en-US')}: ${describeRound(fewRound)}`,
    ratio,
    target: atMost(ratio.median, maxTimes, ' × p99'),
    figures: { ...figuresOf('many', manyRound), ...figuresOf('few', fewRound) },
  };
}
