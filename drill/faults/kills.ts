import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { killPostgres } from './kill-postgres.ts';
import { pay, type ReadStatus } from './pay.ts';
import { compare, waitUntilSettled } from './referee.ts';
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

/** Customers pay while everything is killed at random. */
export const kills: DrillPart = {
  name: 'kills',
  proves: 'whatever is killed while customers pay, each key is charged once at most, and booked',
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
  const killed: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const fresh = customers.slice(round * customersPerRound, (round + 1) * customersPerRound);
    for (const processor of processorNames) {
      await site.sandbox.control({ processor, mode: random.pick(modes), delayMs: 700, status: 503 });
    }
    const endsAt = performance.now() + roundMs;
    pressing.push(...fresh.map((customer) => pressUntilFinal(servers, customer, random.below(1_500))));
    await sleep(random.below(2_500));
    const victim = random.pick(victims);
    const name = `killed ${victim}`;
    killed[name] = (killed[name] ?? 0) + 1;
    await killOne(environment, servers, { victim, random, number: killed[name] ?? 0 });
    await sleep(Math.max(0, endsAt - performance.now()));
  }
  await site.sandbox.reset();
  await waitUntilSettled(site, pressForMs / 1_000);
  const read = await Promise.all(pressing);
  const { failures, ...counts } = await compare(site, customers);
  const unread = read.filter((status) => !final.includes(status)).length;
  return {
    counts: { rounds, ...killed, payers: customers.length, unread, ...counts },
    failures: [...failures, ...(unread > 0 ? [`${unread} customers never read a result`] : [])],
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
