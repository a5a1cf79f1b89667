import { homeCalls, listCalls } from './calls.ts';
import type { SignedInCustomer } from './environment/customers.ts';
import type { BenchEnvironment, PortalInstance } from './environment/environment.ts';
import { exchangeCalls } from './environment/login-codes.ts';
import { paymentCalls } from './environment/payments.ts';
import { type FixedRate, poolRounds, runAtRate } from './fixed-rate.ts';
import { type Call, runRound } from './load.ts';
import { atMost, formatFigure, type Result } from './report/result.ts';

/** A portal and customers of its population. */
export interface Side {
  readonly site: PortalInstance;
  readonly customers: readonly SignedInCustomer[];
}

type Sides = Readonly<Record<'few' | 'many', Side>>;

interface Load {
  readonly what: string;
  readonly calls: (side: Side) => Call[] | Promise<Call[]>;
  /** Well below what the machine can do: a queue would hide how long a call takes. */
  readonly perSecond: number;
}

/** As many as a thousand accounts have: each makes each call once a round. */
const customersInRound = 400;

/** How the slowest list, dashboard, sign-in, and payment grow with the population: the same calls on both sides in turn. */
export async function compareSizes(
  environment: BenchEnvironment,
  sides: Sides,
  maxTimes: number,
): Promise<Result[]> {
  const loads: Load[] = [
    { what: 'invoice list', calls: ({ customers }) => listCalls(customers), perSecond: 300 },
    { what: 'dashboard call', calls: ({ customers }) => homeCalls(customers), perSecond: 150 },
    {
      what: 'sign-in',
      calls: ({ site, customers }) => exchangeCalls(environment, site, customers),
      perSecond: 60,
    },
    {
      what: 'one-time payment',
      calls: ({ site, customers }) => paymentCalls(site, customers),
      perSecond: 40,
    },
  ];
  const results: Result[] = [];
  for (const load of loads) results.push(await compareSides(environment, load, sides, maxTimes));
  return results;
}

async function compareSides(
  { options: { rounds, connections } }: BenchEnvironment,
  { what, calls, perSecond }: Load,
  sides: Sides,
  maxTimes: number,
): Promise<Result> {
  // Each customer of the round once: afterward what is measured is in memory on both sides.
  for (const side of [sides.few, sides.many])
    await runRound(side.site.portal, await calls(firstOf(side)), { connections });
  const done: Record<keyof Sides, FixedRate[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['few', 'many'] as const)
      done[name].push(await runOnce(sides[name], calls, perSecond));
  }
  const [few, many] = [poolRounds(done.few), poolRounds(done.many)];
  const ratio = many.p99Ms / few.p99Ms;
  return {
    what: `${what}, ${many.calls.toLocaleString('en-US')} calls with ${nameOf(sides.many)}`,
    measured: describeTimes(many),
    floor: `${nameOf(sides.few)}: ${describeTimes(few)}`,
    ratio,
    target: atMost(ratio, maxTimes, ' × p99'),
    figures: {
      'many.medianMs': many.medianMs,
      'many.p99Ms': many.p99Ms,
      'few.medianMs': few.medianMs,
      'few.p99Ms': few.p99Ms,
    },
  };
}

function firstOf({ site, customers }: Side): Side {
  return { site, customers: customers.slice(0, customersInRound) };
}

async function runOnce(side: Side, callsOf: Load['calls'], perSecond: number): Promise<FixedRate> {
  const calls = await callsOf(firstOf(side));
  let left = calls.length;
  return await runAtRate(side.site.portal, calls, { perSecond, isOver: () => left-- === 0 });
}

function nameOf({ site }: Side): string {
  return `${site.accounts.toLocaleString('en-US')} accounts`;
}

function describeTimes({ medianMs, p99Ms }: FixedRate): string {
  return `${formatFigure(medianMs)} ms, p99 ${formatFigure(p99Ms)} ms`;
}
