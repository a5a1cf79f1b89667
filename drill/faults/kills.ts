import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { killPostgres } from './kill-postgres.ts';
import { pay, type ReadStatus } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
import { findWrongRefunds, partCents, type RefundOrder, refundUntilDone } from './refunds.ts';
import type { ServerProcess } from './server-process.ts';
import { type Customer, Site } from './site.ts';

const rounds = 28;
const customersPerRound = 8;
const roundMs = 6_000;
/** A customer keeps pressing this long. After it, the result of a charge is certain. */
const pressForMs = 150_000;
const pressEveryMs = 1_500;
/** The supervisor of PostgreSQL waits longer after each kill, so most kills hit a process that PostgreSQL restarts. */
const postmasterKills = 3;

const victims = ['web', 'web', 'jobs', 'postgres'] as const;
const modes = ['normal', 'normal', 'slow', 'lose-answers', 'hop'] as const;
const final: readonly ReadStatus[] = ['COMPLETED', 'PROCESSING_ERROR', 'declined'];

interface Servers {
  readonly web: readonly ServerProcess[];
  readonly jobs: ServerProcess;
}

/** An operator's program is killed within this time after its start. */
const operatorMs = 4_000;

/** Customers pay, and operators give back, while everything is killed at random. */
export const kills: DrillPart = {
  name: 'kills',
  proves:
    'whatever is killed while customers pay and operators refund, each key is charged once at most, each refund made once, and booked',
  async run(environment) {
    await using site = await Site.open(environment, 'faults_kills');
    const web = [await site.startServer('kills-web-1', 'web'), await site.startServer('kills-web-2', 'web')];
    const servers = { web, jobs: await site.startServer('kills-jobs', 'jobs') };
    return await runRounds(environment, site, servers);
  },
};

async function runRounds(environment: DrillEnvironment, site: Site, servers: Servers) {
  const random = new SeededRandom(environment.options.seed);
  // Before the first kill, because this process does not retry.
  const customers = await site.buildCustomers(rounds * customersPerRound, () => ({
    processor: random.pick(processorNames),
  }));
  const pressing: Promise<ReadStatus>[] = [];
  const refunding: Promise<RefundOrder | undefined>[] = [];
  const killed: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const fresh = customers.slice(round * customersPerRound, (round + 1) * customersPerRound);
    for (const processor of processorNames) {
      await site.sandbox.control({ processor, mode: random.pick(modes), delayMs: 700, status: 503 });
    }
    const endsAt = performance.now() + roundMs;
    const reading = fresh.map((customer) => pressUntilFinal(servers, customer, random.below(1_500)));
    pressing.push(...reading);
    const [customer, read] = [fresh[0], reading[0]];
    if (customer && read) refunding.push(refundOnceRead(site, read, orderOf(customer, random), random));
    await sleep(random.below(2_500));
    const victim = random.pick(victims);
    const name = `killed ${victim}`;
    killed[name] = (killed[name] ?? 0) + 1;
    await killOne(environment, servers, { victim, random, number: killed[name] ?? 0 });
    await sleep(Math.max(0, endsAt - performance.now()));
  }
  await site.sandbox.reset();
  const read = await Promise.all(pressing);
  const orders = (await Promise.all(refunding)).filter((order) => order !== undefined);
  await waitUntilSettled(site, pressForMs / 1_000);
  const { failures, ...counts } = await compare(site, customers);
  const wrongRefunds = await findWrongRefunds(site, orders);
  const unread = read.filter((status) => !final.includes(status)).length;
  return {
    counts: { rounds, ...killed, payers: customers.length, unread, refunds: orders.length, ...counts },
    failures: [
      ...failures,
      ...wrongRefunds,
      ...(unread > 0 ? [`${unread} customers never read a result`] : []),
    ],
  };
}

/** One customer presses “Pay” with one key, now at one server and now at the other, until the result is final. */
async function pressUntilFinal({ web }: Servers, customer: Customer, waitMs: number): Promise<ReadStatus> {
  await sleep(waitMs);
  const endsAt = performance.now() + pressForMs;
  const key = `key-${customer.accountId}`;
  let status: ReadStatus = 'no-response';
  for (let press = 0; performance.now() < endsAt; press += 1) {
    status = await pay(web[press % web.length]?.url ?? '', customer, key);
    if (final.includes(status)) return status;
    await sleep(pressEveryMs);
  }
  return status;
}

function orderOf(customer: Customer, random: SeededRandom): RefundOrder {
  return {
    customer,
    ...random.pick([{}, { isSettled: true }, { isSettled: true, amountCents: partCents }]),
  };
}

/** Once a customer read that a payment is completed, an operator whose program is killed gives it back, or two do at once. */
async function refundOnceRead(
  site: Site,
  reading: Promise<ReadStatus>,
  order: RefundOrder,
  random: SeededRandom,
): Promise<RefundOrder | undefined> {
  const [killAfterMs, isByTwo] = [random.below(operatorMs), random.pick([true, false])];
  if ((await reading) !== 'COMPLETED') return undefined;
  await Promise.all([
    refundUntilDone(site, order, AbortSignal.timeout(killAfterMs)),
    isByTwo && refundUntilDone(site, order),
  ]);
  return order;
}

interface Kill {
  readonly victim: (typeof victims)[number];
  readonly random: SeededRandom;
  /** 1 for the first kill of this kind. */
  readonly number: number;
}

async function killOne(
  environment: DrillEnvironment,
  { web, jobs }: Servers,
  { victim, random, number }: Kill,
): Promise<void> {
  if (victim === 'postgres') return await killPostgres(environment, number <= postmasterKills);
  const server = victim === 'jobs' ? jobs : random.pick(web);
  await server.kill();
  await sleep(random.below(1_000));
  await server.start();
}
