import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { processorNames } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { instantAt } from '../../apps/server/src/platform/business-day.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { type ExpectedPayments, expectPayments } from './due-calendar.rules.ts';
import { buildLivingCustomers, type LivingCustomer, payAndRevoke } from './living-customers.ts';
import { pay } from './pay.ts';
import { reconcile } from './reconcile.ts';
import { compare } from './referee.ts';
import { findWrongRefunds, partCents, payForRefunds, type RefundOrder, refundByTwo } from './refunds.ts';
import type { ServerProcess } from './server-process.ts';
import { type Customer, Site } from './site.ts';
import { type BookedVisit, book, type ChosenVisit, chooseTime, compareVisits } from './visits.ts';

const timeZone = 'America/New_York';
/** Servers are killed on one of this many days. */
const killEvery = 5;
/** Two operators give back a payment on one of this many days. One's program is killed. */
const refundEvery = 9;
const refundKinds = [{}, { amountCents: partCents }, {}, { amountCents: partCents }];
/** The hour of a day from which servers work, or the first of a number of steps. */
const hours = [0.1, 12, 21.5];
const stepHours = 1 / 3;
const steps = 6;
const quietWithinMs = 3_000;
const pollMs = 200;
/** Charges are slow enough that a kill hits many. */
const slowMs = 500;
const killWithinMs = 900;
const dayMs = 86_400_000;
/** Orbital forgets a charge's number after this time. Then its file is needed. */
const orbitalFindsMs = 47 * 3_600_000;

const startsOn = '2027-02-22';
const workingDays = 80;
/** Outages of all servers: after how many days, and for how many. Clocks are changed on Mar 14 and Nov 7, 2027, while they work. */
const outages: Readonly<Record<number, number>> = { 8: 1, 30: 8, 40: 194, 60: 40 };

interface Living {
  readonly environment: DrillEnvironment;
  readonly site: Site;
  readonly random: SeededRandom;
  readonly servers: readonly ServerProcess[];
  readonly customers: readonly LivingCustomer[];
  readonly days: readonly string[];
  readonly visits: BookedVisit[];
  /** Customers whose bank debits settle and come back weeks later. */
  readonly revoking: readonly Customer[];
  readonly orders: readonly RefundOrder[];
}

/** Weeks go by, with outages and the days on which clocks are changed. The clock stays ahead, so this part is the last. */
export const fortyDays: DrillPart = {
  name: 'forty-days',
  proves:
    'twice in forty days, two servers that are killed and away charge and tell each bill once, on its day, book each visit once, and refund once',
  async run(environment) {
    const random = new SeededRandom(environment.options.seed);
    const days = daysOfWork();
    await setClock(environment, addDays(startsOn, -1), 12);
    const { clockFile } = environment;
    const site = await Site.open(environment, 'faults_forty', {
      CLOCK_FILE: clockFile,
      RETAIN_MAIL_DAYS: '3650',
    });
    try {
      const servers = [await site.startServer('forty-1', 'all'), await site.startServer('forty-2', 'all')];
      const url = servers[0]?.url ?? '';
      const customers = await buildLivingCustomers(site, random, { days, url });
      const revoking = await payAndRevoke(site, url);
      const orders = await payForRefunds(site, refundKinds, (customer) =>
        pay(url, customer, `refunded-${customer.accountId}`),
      );
      for (const processor of processorNames)
        await site.sandbox.control({ processor, mode: 'slow', delayMs: slowMs });
      const living: Living = {
        environment,
        site,
        random,
        servers,
        customers,
        days,
        visits: [],
        revoking,
        orders,
      };
      for (const [index, day] of days.entries()) await liveDay(living, day, index);
      return await examine(living);
    } finally {
      await site.close();
      rmSync(clockFile, { force: true });
    }
  },
};

function daysOfWork(): string[] {
  const days: string[] = [];
  for (let day = startsOn; days.length < workingDays; day = addDays(day, 1 + (outages[days.length] ?? 0)))
    days.push(day);
  return days;
}

/** Sets the clock of all to an hour of a business day, as its clocks show it: a day of 23 hours does not end sooner. */
async function setClock({ clockFile }: DrillEnvironment, day: string, hour: number): Promise<void> {
  const time = new Date(hour * 3_600_000).toISOString().slice('1970-01-01T'.length, -1);
  const at = instantAt(`${day}T${time}`, timeZone).getTime();
  writeFileSync(clockFile, String(at - Date.now()));
  // The drill reads the file only now and then.
  await sleep(pollMs);
}

/** Lets all servers start on a day, kills some on some days, and waits until its charges are made. */
async function liveDay(living: Living, day: string, index: number): Promise<void> {
  const { site, random, servers, days, visits } = living;
  const hour = random.pick(hours);
  const awayDays = daysBetween(days[index - 1] ?? addDays(day, -1), day);
  await beginDay(living, day, hour, awayDays);
  const order = index % refundEvery === 1 ? living.orders[Math.floor(index / refundEvery)] : undefined;
  const refunding = order && refundByTwo(site, order, random);
  const visit = random.below(killEvery) === 0 ? await killAmid(living) : undefined;
  const needsFile = awayDays * dayMs > orbitalFindsMs;
  if (needsFile) await reconcile(site);
  if (needsFile || visit) await beginDay(living, day, hour + stepHours);
  const charges = living.customers.flatMap(
    (bills) => expectPayments(bills, days.slice(0, index + 1)).charges,
  );
  const expected = charges.filter((charge) => charge.startsWith(day)).length;
  for (let step = 2; step < steps && !(await becomesQuiet(site, day, expected)); step += 1)
    await beginDay(living, day, hour + step * stepHours);
  await refunding;
  if (visit) visits.push({ ...visit, isDone: await book(servers[0]?.url ?? '', visit) });
}

function daysBetween(day: string, later: string): number {
  return (Date.parse(later) - Date.parse(day)) / dayMs;
}

/** Restarts all servers at an hour of a day: each looks for what is due when it starts. */
async function beginDay(
  { environment, site, servers }: Living,
  day: string,
  hour: number,
  awayDays = 1,
): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
  await setClock(environment, day, hour);
  // Nobody beats while all are away, and the database has no other clock for it.
  if (awayDays > 1)
    await sql`update heartbeat set beat_at = now() - ${awayDays} * interval '1 day'`.execute(site.portal.db);
  await Promise.all(servers.map((server) => server.start()));
}

/** Kills servers while they charge, and while a customer books a visit. Returns the visit. */
async function killAmid({ site, random, servers }: Living): Promise<ChosenVisit> {
  const [first, second] = servers as [ServerProcess, ServerProcess];
  const victims = random.pick([[first], [first, second]]);
  const visit = await chooseTime(site, second.url, random);
  const pressed = book(first.url, visit);
  await sleep(random.below(killWithinMs));
  await Promise.all(victims.map((server) => server.kill()));
  await pressed;
  return visit;
}

/** Returns whether the expected charges of the day are made within some seconds, and nothing is open. */
async function becomesQuiet({ portal }: Site, day: string, expected: number): Promise<boolean> {
  const isQuiet = async () => {
    const { rows } = await sql<{ open: number; made: number }>`
      select (select count(*) from payment where state in ('SUBMITTING', 'UNKNOWN'))::int
          + (select count(*) from appointment_change where state = 'CONFIRMING')::int
          + (select count(*) from outbox where state = 'WAITING')::int as open,
        (select count(*) from payment where state = 'COMPLETED' and occurred_on = ${day})::int as made`.execute(
      portal.db,
    );
    return rows[0]?.open === 0 && rows[0].made >= expected;
  };
  return await comesTrue(isQuiet, quietWithinMs, pollMs);
}

/** Compares everything that exists outside with everything here, and the outcome of each bill with the expected one. */
async function examine({ site, customers, revoking, orders, days, visits }: Living) {
  const signedIn: Customer[] = [];
  for (const customer of [...customers, ...revoking, ...orders.map((order) => order.customer)])
    signedIn.push({ ...customer, accessToken: await site.signIn(customer.loginId) });
  const { failures, charges, refunded, mails } = await compare(site, signedIn, Number.POSITIVE_INFINITY);
  const { rows } = await sql<ExpectedPayments & { accountId: string }>`
    select a.id as "accountId",
      array(select occurred_on || ' ' || amount_cents from payment p
        where p.account_id = a.id and state <> 'CANCELLED' order by occurred_on) as charges,
      (select count(*) from outbox o where o.account_id = a.id
        and template in ('payment-missed', 'autopay-failed'))::int as missed
    from account a`.execute(site.portal.db);
  const found = new Map(rows.map(({ accountId, ...one }) => [accountId, JSON.stringify(one)]));
  const wrong = customers.flatMap((customer) => {
    const expected = JSON.stringify(expectPayments(customer, days));
    const one = found.get(customer.accountId);
    const { accountNumber, pays, dueOn } = customer;
    return one === expected ? [] : [`${accountNumber}, ${pays}, due ${dueOn}: ${one}, not ${expected}`];
  });
  const returned = await site.portal.db
    .selectFrom('payment')
    .select('id')
    .where('state', '=', 'RETURNED')
    .execute();
  if (returned.length !== revoking.length) wrong.push(`${returned.length} debits came back`);
  const missed = rows.reduce((sum, one) => sum + one.missed, 0);
  return {
    counts: {
      charges,
      refunded,
      mails,
      'bills missed': missed,
      visits: visits.length,
      'visits booked': visits.filter(({ isDone }) => isDone).length,
    },
    failures: [
      ...failures,
      ...wrong,
      ...(await findWrongRefunds(site, orders)),
      ...(await compareVisits(site, visits)),
    ],
  };
}
