import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import { copyTables } from '../../apps/server/src/testing/restored-database.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { type Random, randomFrom } from '../random.ts';
import { type DueCustomer, letDayCome } from './due-customers.ts';
import { buildDueCustomers } from './due-payments.ts';
import { waitUntilTried } from './due-referee.ts';
import { reconcile } from './reconcile.ts';
import { findDifferences } from './referee.rules.ts';
import { brokenChecks, readBooks } from './referee.ts';
import type { ServerProcess } from './server-process.ts';
import { Site } from './site.ts';

/** How the database comes to lack what it charged: what a server sees of each. */
const ways = {
  'a dump in a new cluster': sql`select`,
  'a snapshot of the machine': sql`update heartbeat h set system_identifier = c.system_identifier::text,
    beat_at = now() - interval '11 minutes' from pg_control_system() c`,
  'a failover that lost its last moments': sql`update heartbeat h set system_identifier = c.system_identifier::text,
    timeline = '00000000', beat_at = now() from pg_control_system() c`,
} as const;
type Way = keyof typeof ways;

/** When the copy is made: before the run, or so long after it began. */
const ages = ['before the run', 'amid the run'] as const;
const customersPerRound = 24;
const runMs = 3_000;
/** Subject of a receipt. */
const receipt = /^We received your payment/;

/** The database is restored to a moment before its charges, by each way and at several ages. */
export const restores: DrillPart = {
  name: 'restores',
  proves:
    'after a restore, a snapshot, or a failover amid autopay and planned payments, each bill is charged and told once',
  async run(environment) {
    const random = randomFrom(environment.options.seed);
    const site = await Site.open(environment, 'faults_restores');
    const server = await site.startServer('restores', 'all');
    const customers: DueCustomer[] = [];
    const failures: string[] = [];
    const withoutResult = new Set<string>();
    const rounds = (Object.keys(ways) as Way[]).flatMap((way) => ages.map((age) => ({ way, age })));
    try {
      for (const round of rounds) {
        const due = await buildDueCustomers(site, random, { url: server.url, count: customersPerRound });
        customers.push(...due);
        await loseCharges(environment, site, { ...round, random, server, due });
        for (const account of await accountsWithoutResult(site)) withoutResult.add(account);
        for (const failure of await examine(site, { server, customers, withoutResult }))
          failures.push(`${round.way}, ${round.age}: ${failure}`);
      }
      return { counts: { rounds: rounds.length, charges: (await site.charges()).length }, failures };
    } finally {
      await site.close();
    }
  },
};

interface Round {
  readonly way: Way;
  readonly age: (typeof ages)[number];
  readonly random: Random;
  readonly server: ServerProcess;
  readonly due: readonly DueCustomer[];
}

/** Lets the server charge what is due, and puts a copy from before or amid that in place of its database. */
async function loseCharges(
  environment: DrillEnvironment,
  site: Site,
  { way, age, random, server, due }: Round,
): Promise<void> {
  await server.kill();
  for (const processor of processorNames)
    await site.sandbox.control({ processor, mode: 'slow', delayMs: 300 });
  await letDayCome(site, due);
  const copy = () => copyTables(site.database.ownerUrl, environment.postgres.superuserUrl);
  const early = age === 'before the run' ? await copy() : undefined;
  await server.start();
  if (!early) await sleep(random.below(runMs));
  const backup = early ?? (await copy());
  await waitUntilTried(site);
  await server.kill();
  await site.sandbox.reset();
  await backup.restore();
  await ways[way].execute(site.portal.db);
}

interface Restored {
  readonly server: ServerProcess;
  readonly customers: readonly DueCustomer[];
  /** Numbers of accounts whose charge had no result yet in a copy: nobody knows whether they were notified. */
  readonly withoutResult: ReadonlySet<string>;
}

async function examine(site: Site, restored: Restored) {
  const { server, customers, withoutResult } = restored;
  const before = (await site.charges()).length;
  await server.start();
  await sleep(runMs);
  const failures: string[] = [];
  if ((await site.charges()).length !== before) failures.push('a server charged before it compared');
  await letChargesArrive(site);
  await reconcile(site);
  await server.kill();
  await server.start();
  await waitUntilTried(site);
  const { charges, payments, accounts } = await readBooks(site, customers);
  // The mails that the restore lost had been sent before it, so mails are counted where they arrive.
  const seen = accounts.map((account) => ({
    ...account,
    mails: account.arrived,
    receipts: payments.filter((one) => one.accountId === account.accountId && one.state === 'COMPLETED')
      .length,
  }));
  failures.push(...findDifferences({ charges, payments, accounts: seen }));
  for (const { accountId, accountNumber } of customers) {
    const made = payments.filter((one) => one.accountId === accountId && one.state === 'COMPLETED');
    if (made.length !== 1) failures.push(`account ${accountNumber} has ${made.length} payments of its bill`);
  }
  return [...failures, ...(await brokenChecks(site)), ...(await repeatedReceipts(site, withoutResult))];
}

async function accountsWithoutResult({ portal }: Site): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`select account_number as account from account a
    where exists (select from payment p where p.account_id = a.id and p.state in ('SUBMITTING', 'UNKNOWN'))`.execute(
    portal.db,
  );
  return rows.map(({ account }) => account);
}

async function repeatedReceipts(
  { portal, sandbox, openedAt }: Site,
  withoutResult: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<{ account: string; addresses: string[] }>`
    select a.account_number as account, array_agg(distinct x.address) as addresses
    from account a join customer c on c.id = a.customer_id
    join login_account la on la.account_id = a.id join login l on l.id = la.login_id
    cross join lateral (values (c.email_address), (l.email_address)) x (address) group by a.id`.execute(
    portal.db,
  );
  const failures: string[] = [];
  for (const { account, addresses } of rows) {
    const sent = (await Promise.all(addresses.map((address) => sandbox.messages(address))))
      .flat()
      .filter(({ subject, at, isRepeat }) => receipt.test(subject) && !isRepeat && new Date(at) >= openedAt);
    const atMost = withoutResult.has(account) ? 2 : 1;
    if (sent.length < 1 || sent.length > atMost)
      failures.push(`account ${account} got ${sent.length} receipts`);
  }
  return failures;
}

/** Lets the time pass for which another server's charge can be on its way. */
async function letChargesArrive({ portal }: Site): Promise<void> {
  await sql`update heartbeat set paused_at = now() - interval '5 minutes' where paused_at is not null`.execute(
    portal.db,
  );
}
