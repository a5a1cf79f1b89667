import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { killPostgres } from '../faults/kill-postgres.ts';
import type { DrillPart } from '../part.ts';
import { BillingSite, victims } from './billing-site.ts';
import { expectReading } from './contacts.ts';
import { changeContactsHere, payHere } from './customers.ts';
import { changeContactsThere, postPayments, workADay } from './department.ts';
import { bringOlderAnswer } from './older-answer.ts';
import { examine, findDifferingRecords } from './referee.ts';
import { buildWorld, count, type World } from './world.ts';

const accountCount = 40;
const startsOn = '2027-02-22';
const days = 30;
const dailyActs = 12;
/** In the business day: acts, what is killed, and so much later that the sweep reads every account again. */
const [morning, later, sweep] = [9, 1, 0.2];
const outageDays: readonly number[] = [4, 17];
const olderDays: readonly number[] = [3, 12, 24];
const killWithinMs = 1_500;
const sentWithinMs = 150_000;
/** A wrong answer pauses all reading for some seconds, so a day has few. */
const faults = [
  'normal',
  'other-account',
  'other-account',
  'half-list',
  'half-list',
  'cut',
  'repeats',
  'repeats',
  'other-midnight',
  'three-decimals',
  'no-field',
  'other-currency',
  'lose-answers',
  'busy',
] as const;
/** Only answers with this field are wrong: those about bills, adjustments, or payments. Undefined: whatever is asked for first. */
const wrongFields = [undefined, 'invoice_date', 'adjustment_date', 'payment_date'] as const;

/** Weeks go by with a billing system. A day after which something differs is the last. */
const thirtyDays: DrillPart = {
  name: 'thirty-days',
  proves:
    'in thirty days of bills, checks, credits, and changes on both sides, under kills, outages, and wrong answers, everything there is here once',
  async run(environment) {
    const { seed } = environment.options;
    const site = await BillingSite.open(environment);
    const options = { accounts: accountCount, seed, today: startsOn };
    const world = buildWorld(site, new SeededRandom(seed), options);
    let day = 0;
    try {
      await begin(environment, world);
      while (day < days && world.failures.length === 0) {
        day += 1;
        await liveDay(environment, world, day);
      }
      await finish(world, day);
      return { counts: { days: day, ...world.counts }, failures: world.failures };
    } finally {
      await site.close();
      rmSync(environment.clockFile, { force: true });
    }
  },
};

export const billing: readonly DrillPart[] = [thirtyDays];

/** Loads the same records on both sides, and waits until everything was read once. Nobody is told of it. */
async function begin({ dataDir }: DrillEnvironment, { site, lines, failures }: World): Promise<void> {
  await site.setClock(startsOn, morning);
  await site.outside.start();
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const file = join(dataDir, 'billing.jsonl');
  writeFileSync(file, text);
  const { code, out, err } = await site.ops(['import', file], { BILLING_SYSTEM: 'files' });
  if (code !== 0) throw new Error(`The import failed: ${out}${err}`);
  await site.post('/gotransverse/lines', text, 'application/jsonl');
  await Promise.all(site.servers.map((server) => server.start()));
  const unread = await site.settle(new Date(0));
  if (unread.length > 0) failures.push(`after the first reading were not read: ${unread.join(', ')}`);
}

async function liveDay(environment: DrillEnvironment, world: World, day: number): Promise<void> {
  const { site, random, failures } = world;
  const today = addDays(startsOn, day);
  const isLast = day === days;
  await site.setClock(today, morning);
  if (olderDays.includes(day)) await bringOlderAnswer(world);
  const isOutage = outageDays.includes(day);
  if (isOutage) await setMode(world, 'down', null);
  else if (!isLast) await setMode(world, random.pick(faults), random.whole(1, 4), random.pick(wrongFields));
  const mayDie = victims.filter((name) => !isOutage || name !== 'sandbox');
  const victim = isLast ? undefined : random.pick(mayDie);
  const [paying, killAfterMs] = [random.whole(1, 3), random.below(killWithinMs)];
  await changeContactsThere(world, day);
  await changeContactsHere(world, day);
  await workADay(world, dailyActs);
  await postPayments(world);
  // Amid the readings that the day asks for, or amid the sweep.
  const isAmidSweep = random.happens(0.5);
  const killing = victim && !isAmidSweep && kill(environment, world, victim, killAfterMs);
  await payHere(world, paying, site.portal.clock.now());
  await killing;
  if (isOutage) {
    await sleep(killWithinMs);
    await site.setClock(today, morning + later);
    await setMode(world, 'normal', null);
    count(world, 'outages of an hour');
  }
  const since = new Date(site.portal.clock.now());
  await site.setClock(today, morning + later + sweep);
  if (victim && isAmidSweep) await kill(environment, world, victim, killAfterMs);
  if (victim || isOutage) await site.passTime();
  const unread = await site.settle(since);
  if (unread.length > 0) failures.push(`on ${today} were not read: ${unread.join(', ')}`);
  for (const { phone, address } of world.accounts) for (const field of [phone, address]) expectReading(field);
  await site.calls.reset();
  failures.push(...(await findDifferingRecords(site)).map((text) => `on ${today}: ${text}`));
}

async function setMode(
  world: World,
  mode: (typeof faults)[number] | 'down',
  calls: number | null,
  field?: string,
): Promise<void> {
  // A field has to be missing.
  const limits = { ...(calls && { calls }), field: field ?? (mode === 'no-field' ? 'bill_type' : undefined) };
  const setting = { processor: 'gotransverse', mode, delayMs: 1_000, ...limits };
  await world.site.post('/control', JSON.stringify(setting));
  if (mode !== 'normal') count(world, `answers ${mode}`);
}

async function kill(
  environment: DrillEnvironment,
  world: World,
  victim: (typeof victims)[number],
  afterMs: number,
): Promise<void> {
  const { web, jobs, outside } = world.site;
  await sleep(afterMs);
  count(world, `kills of ${victim}`);
  if (victim === 'database') return await killPostgres(environment, false);
  const [first, second] = jobs;
  const killed = {
    web: [web],
    'first jobs': [first],
    'second jobs': [second],
    'both jobs': jobs,
    sandbox: [outside],
  }[victim];
  await Promise.all(killed.map((server) => server.kill()));
  await Promise.all(killed.map((server) => server.start()));
}

/** Reads everything once more, waits until every mail is sent and every payment has its result, and compares. */
async function finish(world: World, day: number): Promise<void> {
  const { site, failures, accounts, refusals } = world;
  await site.calls.reset();
  const since = new Date(site.portal.clock.now());
  await site.setClock(addDays(startsOn, day), morning + 2 * later);
  const unread = await site.settle(since);
  if (unread.length > 0) failures.push(`in the end were not read: ${unread.join(', ')}`);
  const isQuiet = async () => {
    const [row] = await site.query<{ open: number }>(
      `select (select count(*) from outbox where state = 'WAITING')::int
        + (select count(*) from payment where state in ('SUBMITTING', 'UNKNOWN'))::int as open`,
    );
    return row?.open === 0;
  };
  if (!(await comesTrue(isQuiet, sentWithinMs))) failures.push('mails or payments are still open');
  for (const { phone, address } of accounts)
    for (const { account, name, isListed } of [phone, address])
      if (isListed) refusals.add(`${account}: ${name}`);
  await examine(world);
}
