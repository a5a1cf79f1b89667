import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { SandboxFault } from '../../apps/server/src/testing/sandbox.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import {
  arrangePayment,
  type DueCustomer,
  letDayCome,
  letNextTryCome,
  letPlansCome,
} from './due-customers.ts';
import { compareDuePayments, waitUntilTried } from './due-referee.ts';
import { killPostgres } from './kill-postgres.ts';
import { pay } from './pay.ts';
import { buildRacers, compareRaces, type Race, racePlan } from './plan-races.ts';
import { compare, settleWithinSeconds } from './referee.ts';
import { findWrongRefunds, payForRefunds, type RefundOrder, refundByTwo, refundKinds } from './refunds.ts';
import type { ServerProcess } from './server-process.ts';
import { Site } from './site.ts';

const rounds = 8;
const customersPerRound = 16;
/** Whose planned payment is changed or canceled while it is charged. */
const racersPerRound = 4;
/** A run takes about this long after a start, because every charge is slow. */
const runMs = 2_500;
/** Every round kills the server that was about to ask for a result. */
const settlesWithinSeconds = settleWithinSeconds + 60;
const victims = ['first server', 'second server', 'both servers', 'postgres'] as const;
/** So many of the payments that were charged are given back in the end. */
const refundedAfter = 6;
const ways = ['by autopay', 'by autopay', 'as planned'] as const;

/** Each server collects when it starts, so two that start together collect at once. */
type Pair = readonly [ServerProcess, ServerProcess];

/** Autopay and planned payments are charged while everything is killed at random. */
export const duePayments: DrillPart = {
  name: 'due-payments',
  proves:
    'whatever is killed while two servers charge autopay and planned payments, each account is charged and told once, as its customer changed it, and operators refund once',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_due');
    const servers: Pair = [await site.startServer('due-1', 'all'), await site.startServer('due-2', 'all')];
    return await runRounds(environment, site, servers);
  },
};

async function runRounds(environment: DrillEnvironment, site: Site, servers: Pair) {
  const random = new SeededRandom(environment.options.seed);
  const { url } = servers[0];
  const customers = await buildDueCustomers(site, random, { url, count: rounds * customersPerRound });
  const racers = await buildRacers(site, random, { url, count: rounds * racersPerRound });
  const orders = await payForRefunds(site, refundKinds, (customer) =>
    pay(url, customer, `refunded-${customer.accountId}`),
  );
  const [refunding, racing]: [Promise<void>[], Promise<Race>[]] = [[], []];
  const killed: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const due = customers.slice(round * customersPerRound, (round + 1) * customersPerRound);
    const raced = racers.slice(round * racersPerRound, (round + 1) * racersPerRound);
    for (const processor of processorNames) await site.sandbox.control(faultOf(processor, random));
    await killAll(servers);
    await letDayCome(site, due);
    await letPlansCome(site, raced);
    await startAll(servers);
    racing.push(...raced.map((racer) => racePlan(site, servers, racer, random)));
    const order = orders[round];
    if (order) refunding.push(refundByTwo(site, order, random));
    await sleep(random.below(runMs));
    const victim = random.pick(victims);
    killed[`killed ${victim}`] = (killed[`killed ${victim}`] ?? 0) + 1;
    await killAndRestart(environment, servers, victim);
    await sleep(random.below(runMs));
  }
  await site.sandbox.reset();
  await Promise.all(refunding);
  const { counts, failures } = await examine(site, servers, {
    customers,
    orders,
    races: await Promise.all(racing),
    random,
  });
  return { counts: { rounds, ...killed, ...counts }, failures };
}

/** What happened amid the kills. */
interface Rounds {
  readonly customers: readonly DueCustomer[];
  readonly orders: readonly RefundOrder[];
  readonly races: readonly Race[];
  readonly random: SeededRandom;
}

/** Collects what is left of the day, and compares. Then what was charged is given back, and everything compared. */
async function examine(site: Site, servers: Pair, { customers, orders, races, random }: Rounds) {
  await collectNow(site, servers);
  await letNextTryCome(site);
  await collectNow(site, servers);
  const [due, raced] = [await compareDuePayments(site, customers), await compareRaces(site, races)];
  const refunded = customers.slice(0, refundedAfter).map((customer) => ({ customer, isSettled: true }));
  for (const order of refunded) await refundByTwo(site, order, random);
  // Its bill is open again: nobody may charge it a second time.
  await collectNow(site, servers);
  const payers = [...customers, ...[...races, ...orders].map(({ customer }) => customer)];
  const { failures, ...counts } = await compare(site, payers, settlesWithinSeconds);
  const wrongRefunds = await findWrongRefunds(site, [...orders, ...refunded]);
  return {
    counts: {
      accounts: payers.length,
      'accounts with autopay': due.autopayAccounts,
      ...raced.counts,
      ...counts,
    },
    failures: [...failures, ...due.failures, ...raced.failures, ...wrongRefunds],
  };
}

/** Restarts both servers, because each looks for what is due when it starts, and waits for the results. */
async function collectNow(site: Site, servers: Pair): Promise<void> {
  await killAll(servers);
  await startAll(servers);
  await waitUntilTried(site);
}

/** Builds customers whose autopay or planned payment is due in some days. */
export async function buildDueCustomers(
  site: Site,
  random: SeededRandom,
  { url, count }: { readonly url: string; readonly count: number },
): Promise<DueCustomer[]> {
  const customers: DueCustomer[] = [];
  while (customers.length < count) {
    const customer = await site.buildCustomer({ processor: random.pick(processorNames) });
    const due = { ...customer, pays: random.pick(ways) };
    await arrangePayment(site, url, due);
    customers.push(due);
  }
  return customers;
}

/** Every charge is slow, so that a kill hits many, or a few responses are lost or come from a proxy on the way. */
function faultOf(processor: ProcessorName, random: SeededRandom): SandboxFault {
  const slow = { processor, mode: 'slow', delayMs: 700 } as const;
  // Fewer than the failures in a row after which the portal calls a processor away.
  const few = { processor, calls: 1 + random.below(4) } as const;
  return random.pick([slow, slow, { ...few, mode: 'lose-answers' }, { ...few, mode: 'hop', status: 503 }]);
}

async function killAndRestart(
  environment: DrillEnvironment,
  servers: Pair,
  victim: (typeof victims)[number],
): Promise<void> {
  if (victim === 'postgres') return await killPostgres(environment, false);
  const [first, second] = servers;
  const killed = { 'first server': [first], 'second server': [second], 'both servers': servers }[victim];
  await killAll(killed);
  await startAll(killed);
}

async function killAll(servers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
}

async function startAll(servers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.start()));
}
