import { type Call, homeCalls, listCalls } from '../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../environment/customers.ts';
import type { PortalInstance } from '../environment/environment.ts';
import { payingConnections, paymentCalls, receiptsSent } from '../environment/payments.ts';
import type { BenchEnvironment } from './environment/bench-environment.ts';
import { exchangeCalls } from './environment/login-codes.ts';
import { type FixedRate, runAtRate } from './fixed-rate.ts';
import { medianOf, runRound } from './load.ts';
import { atMost, formatFigure, type Result } from './report/result.ts';

/** A portal and customers of its population. */
export interface Side {
  readonly site: PortalInstance;
  readonly customers: readonly SignedInCustomer[];
}

/** A portal and the customers who call it: each makes each call once a round. A thousand accounts have more. */
export async function sideOf(site: PortalInstance, bills?: number): Promise<Side> {
  return { site, customers: (await signedInCustomers(site, bills)).slice(0, customersInRound) };
}

type Sides = Readonly<Record<'few' | 'many', Side>>;

interface Load {
  readonly what: string;
  readonly calls: (side: Side) => Call[] | Promise<Call[]>;
  /** Well below what the machine can do: a queue would hide how long a call takes. */
  readonly perSecond: number;
  /** Each call works once. */
  readonly isWrite?: true;
}

const customersInRound = 200;
const warmUpSeconds = 2;
/** A read without its index is 20 to 1,000 times as long. Two runs of the same differ by up to a half. */
const maxTimes = 2;

/** How the slowest list, dashboard, sign-in, and payment grow with the population: the same calls on both sides in turn. */
export async function compareSizes(environment: BenchEnvironment, sides: Sides): Promise<Result[]> {
  const loads: Load[] = [
    { what: 'invoice list', calls: ({ customers }) => listCalls(customers), perSecond: 300 },
    { what: 'dashboard call', calls: ({ customers }) => homeCalls(customers), perSecond: 150 },
    {
      what: 'sign-in',
      calls: ({ site, customers }) => exchangeCalls(environment, site, customers),
      perSecond: 100,
      isWrite: true,
    },
    {
      what: 'one-time payment',
      calls: ({ site, customers }) => paymentCalls(site, customers),
      perSecond: 60,
      isWrite: true,
    },
  ];
  const results: Result[] = [];
  for (const load of loads) results.push(await compareSides(environment, load, sides));
  return results;
}

async function compareSides(
  { options: { rounds } }: BenchEnvironment,
  { what, calls, perSecond, isWrite }: Load,
  sides: Sides,
): Promise<Result> {
  // Afterward both sides have what is measured in memory, and their code is compiled.
  for (const side of [sides.few, sides.many]) {
    const seconds = isWrite ? undefined : warmUpSeconds;
    await runRound(side.site.portal, await calls(side), { connections: payingConnections, seconds });
  }
  const done: Record<keyof Sides, FixedRate[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['few', 'many'] as const)
      done[name].push(await runOnce(sides[name], calls, perSecond));
  }
  const [few, many] = [medianOf(done.few), medianOf(done.many)];
  const ratio = many.p99Ms / few.p99Ms;
  return {
    what: `${what} at ${perSecond} /s, ${nameOf(sides.many)}`,
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

async function runOnce(side: Side, callsOf: Load['calls'], perSecond: number): Promise<FixedRate> {
  const round = await runAtRate(side.site.portal, await callsOf(side), perSecond);
  await receiptsSent(side.site);
  return round;
}

function nameOf({ site }: Side): string {
  return `${site.accounts.toLocaleString('en-US')} accounts`;
}

function describeTimes({ medianMs, p99Ms }: FixedRate): string {
  return `${formatFigure(medianMs)} ms, p99 ${formatFigure(p99Ms)} ms`;
}
