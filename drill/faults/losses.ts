import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { copyTables } from '../../apps/server/src/testing/restored-database.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { letDayCome, letNextTryCome, todayAt } from './due-customers.ts';
import { actAfterBackup, arrangedOf, type LosingCustomer } from './losing-customers.ts';
import type { ServerProcess } from './server-process.ts';
import type { Site } from './site.ts';

const quietWithinMs = 30_000;
/** Time from the server's start to the charges of a run. */
const runMs = 1_500;
const slowMs = 300;
const noticeRounds = 5;
/** Number of calls that are refused before a charge is sent. */
const refusedCalls = 3;

/** How the database comes to lack what it charged. */
export interface Loss {
  readonly name: string;
  /** When the copy is made: before the run, or amid it. */
  readonly age: 'before the run' | 'amid the run';
  /** Whether a server sees it: then automatic charges wait. */
  readonly isNoticed: boolean;
  /** Whether it is a restore: nobody pays before everything is compared, and what is charged without a press is told again. */
  readonly isRestore: boolean;
  /** What a server sees of it. */
  readonly seen: ReturnType<typeof sql>;
}

const snapshotOf = (minutes: number) =>
  sql`update heartbeat h set system_identifier = c.system_identifier::text,
    beat_at = now() - make_interval(mins => ${minutes}::int) from pg_control_system() c`;
const unnoticed = { isNoticed: false, isRestore: false };
const noticed = { isNoticed: true, isRestore: false };
const restored = { isNoticed: true, isRestore: true };

/** Every way, with copies from before the run and amid it. */
export const losses: readonly Loss[] = [
  { name: 'a snapshot of 1 minute', age: 'before the run', ...unnoticed, seen: snapshotOf(1) },
  { name: 'a snapshot of 5 minutes', age: 'amid the run', ...unnoticed, seen: snapshotOf(5) },
  { name: 'a snapshot of 11 minutes', age: 'before the run', ...noticed, seen: snapshotOf(11) },
  {
    name: 'a failover that lost its last moments',
    age: 'amid the run',
    ...noticed,
    seen: sql`update heartbeat h set system_identifier = c.system_identifier::text, timeline = '00000000',
      beat_at = now() from pg_control_system() c`,
  },
  // A copy of the tables that is restored has another system identifier already.
  { name: 'a dump in a new cluster', age: 'before the run', ...restored, seen: sql`select` },
  {
    name: 'a base copy',
    age: 'amid the run',
    ...restored,
    seen: sql`update heartbeat set system_identifier = '0'`,
  },
];

/** A loss amid its customers. */
export interface LossRound {
  readonly loss: Loss;
  readonly site: Site;
  readonly random: SeededRandom;
  readonly server: ServerProcess;
  readonly customers: readonly LosingCustomer[];
}

/** Lets the server charge what is due and customers press and revoke, and puts a copy from before or amid that in its place. */
export async function loseCharges(
  environment: DrillEnvironment,
  { loss, site, random, server, customers }: LossRound,
): Promise<void> {
  const arranged = arrangedOf(customers);
  const charged = new Set(
    customers.filter(({ doing }) => doing === 'waits').map(({ accountId }) => accountId),
  );
  const copy = () => copyTables(site.database.ownerUrl, environment.postgres.superuserUrl);
  await server.kill();
  await letDayCome(
    site,
    arranged.filter(({ accountId }) => charged.has(accountId)),
  );
  const isEarly = loss.age === 'before the run';
  const early = isEarly ? await copy() : undefined;
  for (const processor of processorNames)
    await site.sandbox.control(
      isEarly
        ? { processor, mode: 'down', calls: refusedCalls }
        : { processor, mode: 'slow', delayMs: slowMs },
    );
  await restart(site, server);
  if (!early) await sleep(random.below(runMs));
  const backup = early ?? (await copy());
  await waitUntilQuiet(site);
  await site.sandbox.reset();
  await actAfterBackup(site, server.url, customers);
  await waitUntilQuiet(site);
  await server.kill();
  await backup.restore();
  await loss.seen.execute(site.portal.db);
  await letDayCome(site, arranged);
}

/** Kills the server and starts it again: every job has a round, and what was tried is tried again. */
export async function restart(site: Site, server: ServerProcess): Promise<void> {
  await server.kill();
  await letNextTryCome(site);
  await sql`update job_round set next_at = now()`.execute(site.portal.db);
  await server.start();
}

/** Restarts the server and waits until nothing more happens. */
export async function workOneRound(site: Site, server: ServerProcess): Promise<void> {
  await restart(site, server);
  await waitUntilQuiet(site);
}

/** Waits until nothing is on its way and everything due was tried, except what waits for a notice or a held payment. */
export async function waitUntilQuiet(site: Site): Promise<void> {
  const today = todayAt(site);
  const isQuiet = async () => {
    const { rows } = await sql<{ open: number }>`
      with held as (select account_id from payment where state = 'UNKNOWN' and reconcile_at is null),
        waiting as (select agreement_id from charge_notice where charge_from is null or charge_from > ${today})
      select (select count(*) from payment where state = 'SUBMITTING' or (state = 'UNKNOWN' and reconcile_at is not null))::int
        + (select count(*) from payment where state = 'PLANNED' and promised_cents is null and planned_for <= ${today}
            and id not in (table waiting) and account_id not in (table held))::int
        + (select count(*) from autopay_charge c left join payment p on p.account_id = c.account_id and p.id = c.payment_id
            where c.followed_up_at is null and p.state is distinct from 'PLANNED' and c.account_id not in (table held))::int
        + (select count(*) from outbox where state = 'WAITING')::int
        + (select count(*) from heartbeat where paused_for is not null)::int
        + (select count(*) from autopay_enrollment e join invoice i using (account_id)
            where e.ended_at is null and i.open_cents > 0 and i.due_on <= ${today}
              and e.id not in (table waiting) and account_id not in (table held)
              and not exists (select from autopay_charge c where c.account_id = e.account_id and c.run_on = ${today}))::int as open`.execute(
      site.portal.db,
    );
    return rows[0]?.open === 0;
  };
  await comesTrue(isQuiet, quietWithinMs);
}

/** Works round after round until everybody whose charge waits was told: one queues the mail, a later one notes that it was sent. */
export async function waitUntilTold(site: Site, server: ServerProcess): Promise<void> {
  for (let round = 0; round < noticeRounds; round += 1) {
    await workOneRound(site, server);
    await sleep(runMs);
    const { rows } = await sql<{ untold: number }>`
      select count(*)::int as untold from charge_notice n where charge_from is null and (
        exists (select from payment p where p.account_id = n.account_id and p.id = n.agreement_id and p.state = 'PLANNED')
        or exists (select from invoice i where n.kind = 'autopay' and i.account_id = n.account_id and i.open_cents > 0))`.execute(
      site.portal.db,
    );
    if (rows[0]?.untold === 0) return;
  }
}

/** Returns why automatic charges wait; null while they do not. */
export async function pauseAt({ portal }: Site): Promise<string | null> {
  const { paused_for } = await portal.db
    .selectFrom('heartbeat')
    .select('paused_for')
    .executeTakeFirstOrThrow();
  return paused_for;
}

/** Lets the time pass for which another server's charge can be on its way. */
export async function letChargesArrive({ portal }: Site): Promise<void> {
  await sql`update heartbeat set paused_at = now() - interval '5 minutes' where paused_at is not null`.execute(
    portal.db,
  );
}

/** Lets the days of notice pass for those who were told, and for nobody else. */
export async function letNoticeDaysPass(site: Site): Promise<void> {
  const today = todayAt(site);
  await sql`with told as (update charge_notice set charge_from = ${today} where charge_from > ${today} returning agreement_id)
    update payment set planned_for = ${today} where state = 'PLANNED' and id in (table told)`.execute(
    site.portal.db,
  );
}
