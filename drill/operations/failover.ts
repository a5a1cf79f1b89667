import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { prepareLogin } from '../../apps/server/src/platform/database/prepare-login.ts';
import { withClient } from '../../environment/database.ts';
import { runOperatorCommand } from '../../environment/operator.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart, DrillResult } from '../part.ts';
import { type Cluster, startPrimary, startStandby } from './cluster.ts';
import {
  becomesReady,
  generateCustomers,
  ledgerFailures,
  lostPayments,
  payAll,
  populationOf,
  readPages,
  settled,
} from './drill-portal.ts';

const promotionMs = 60_000;
/** Customers who read their pages. */
const readers = 5;

const reportedWithinMs = 15_000;

/** Some payments are done by then, and some are under way. */
const underwayMs = 1_000;

/** A killed primary and its synchronous standby. */
export const failover: DrillPart = {
  name: 'failover',
  proves: 'a killed primary and a promoted synchronous standby lose no acknowledged payment',
  run: async (environment) => {
    const folder = join(environment.dataDir, `failover-${Date.now()}`);
    const primary = await startPrimary(join(folder, 'primary'));
    let standby: Cluster | undefined;
    try {
      await migrateDatabase(primary.ownerUrl);
      await prepareLogin(primary.url);
      await runOperatorCommand(generateCustomers, environment.settingsFor(primary, 0));
      standby = await startStandby(primary, join(folder, 'standby'));
      await commitSynchronously(primary);
      return await drillFailover(environment, primary, standby);
    } finally {
      await primary.stop();
      await standby?.stop();
    }
  },
};

/** Makes every commit of the primary wait for the standby. */
async function commitSynchronously({ superuserUrl }: Cluster): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    for (;;) {
      const { rowCount } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
      if (rowCount) return;
      await sleep(100);
    }
  });
}

async function drillFailover(
  environment: DrillEnvironment,
  primary: Cluster,
  standby: Cluster,
): Promise<DrillResult> {
  await environment.sandbox();
  const { payments, customers } = await populationOf(primary);
  const [port] = await findFreePorts();
  const both = { url: bothHosts(primary.url, standby.url), ownerUrl: standby.ownerUrl };
  const settings = { ...environment.settingsFor(both, port), DATABASE_REPLICA_URL: standby.url };
  const failures: string[] = [];
  await using portal = await environment.startPortal('portal-failover', settings);
  const pages = await Promise.all(
    customers.slice(0, readers).map((customer) => readPages(portal.url, customer)),
  );
  failures.push(...pages.flat());
  const replicaReads = await countReads(standby);
  if (replicaReads === 0) failures.push('no list and no PDF came from the replica');
  const before = await payAll(portal.url, payments);
  const cut = payAll(portal.url, [...payments, ...payments, ...payments]);
  await sleep(underwayMs);
  await primary.kill();
  const killedAt = performance.now();
  const during = await cut;
  await withClient(standby.superuserUrl, (client) => client.query('select pg_promote()'));
  if (!(await becomesReady(portal.url, promotionMs)))
    failures.push('the portal does not find the new primary');
  const awayMs = Math.round(performance.now() - killedAt);
  if (!(await settled(standby.ownerUrl))) failures.push('payments stay without a result');
  const after = await payAll(portal.url, payments);
  const acknowledged = [before, during, after].flatMap((round) => round.acknowledged);
  failures.push(...(await lostPayments(standby.ownerUrl, acknowledged)));
  failures.push(...(await ledgerFailures(settings)));
  if (after.acknowledged.length === 0) failures.push('nobody can pay after the failover');
  return {
    counts: {
      'bills read on the replica': replicaReads,
      'payments before the kill': before.acknowledged.length,
      'answers while the primary was killed': JSON.stringify(during.answers),
      'milliseconds until the portal was ready again': awayMs,
      'payments after the promotion': after.acknowledged.length,
      'acknowledged payments in all': acknowledged.length,
    },
    failures,
  };
}

/**
 * Counts the rows of bills that a standby has read. Waits for the first ones: an idle connection reports its statistics
 * within ten seconds (PGSTAT_IDLE_INTERVAL).
 */
async function countReads({ url }: Cluster): Promise<number> {
  const deadline = performance.now() + reportedWithinMs;
  for (;;) {
    const count = await readRowCount(url);
    if (count > 0 || performance.now() > deadline) return count;
    await sleep(500);
  }
}

async function readRowCount(url: string): Promise<number> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      "select coalesce(sum(idx_tup_fetch + seq_tup_read), 0) as count from pg_stat_user_tables where relname = 'invoice'",
    );
    return Number(rows[0]?.count);
  });
}

/** One address with both hosts, the primary first. */
function bothHosts(primaryUrl: string, standbyUrl: string): string {
  const [, standbyHost] = /@([^/]+)\//.exec(standbyUrl) ?? [];
  return `${primaryUrl.replace(/@([^/]+)\//, `@$1,${standbyHost}/`)}?target_session_attrs=read-write`;
}
