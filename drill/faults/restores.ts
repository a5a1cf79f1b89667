import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import { reconcileProcessor } from '../../environment/operator.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import { buildLosingCustomers, pressAgain, refund } from './losing-customers.ts';
import {
  type Loss,
  type LossRound,
  letChargesArrive,
  letNoticeDaysPass,
  loseCharges,
  losses,
  pauseAt,
  restart,
  waitUntilQuiet,
  waitUntilTold,
  workOneRound,
} from './losses.ts';
import { accountsWithoutResult, compareAfterLoss, stopByLink } from './lost-referee.ts';
import { passLyingFiles } from './lying-files.ts';
import { reconcile, settlementFile } from './reconcile.ts';
import { Site } from './site.ts';

/** A server that charges at all does so by then. */
const chargesWithinMs = 2_000;

/** The database is restored to a moment before its charges, by each way and at several ages. */
export const restores: DrillPart = {
  name: 'restores',
  proves:
    'after a restore, a snapshot, or a failover, no bill is charged and nothing given back twice, and what was revoked only once its customer was told',
  async run(environment) {
    const failures: string[] = [];
    const counts = { losses: 0, customers: 0, charges: 0 };
    for (const [index, loss] of losses.entries()) {
      const found = await runLoss(environment, loss, index);
      counts.losses += 1;
      counts.customers += found.customers;
      counts.charges += found.charges;
      failures.push(...found.failures.map((failure) => `${loss.name}, ${loss.age}: ${failure}`));
    }
    return { counts, failures };
  },
};

/** Each loss has its own database. */
async function runLoss(environment: DrillEnvironment, loss: Loss, index: number) {
  await using site = await Site.open(environment, `faults_restores_${index}`, { AUTOPAY_NOTICE_DAYS: '1' });
  const server = await site.startServer(`restores-${index}`, 'all');
  const random = new SeededRandom(environment.options.seed, index);
  const customers = await buildLosingCustomers(site, server.url, loss);
  const round: LossRound = { loss, site, random, server, customers };
  await loseCharges(environment, round);
  const restored = { at: site.portal.clock.now(), withoutResult: await accountsWithoutResult(site) };
  const failures = loss.isRestore ? await workAfterRestore(round) : await workAfterSnapshot(round);
  failures.push(...(await compareAfterLoss(round, restored)));
  if (!loss.isNoticed) failures.push(...(await stopServers(round)));
  return { customers: customers.length, charges: (await site.charges()).length, failures };
}

/** Nobody pays before everything is compared. What is charged without a press is told first, and then its days pass. */
async function workAfterRestore({ site, server, customers, ...more }: LossRound): Promise<string[]> {
  const failures: string[] = [];
  const count = async () => (await site.charges()).length;
  const before = await count();
  await restart(site, server);
  await pressAgain(server.url, customers, { onlyUnsent: false });
  await sleep(chargesWithinMs);
  if ((await refund(site, customers)).some(({ err }) => !err.includes('wait until they are compared')))
    failures.push('an operator could refund before it was compared');
  if ((await count()) !== before) failures.push('a server charged before it compared');
  await letChargesArrive(site);
  if (more.loss.age === 'before the run') failures.push(...(await passLyingFiles(site)));
  else await reconcile(site);
  if (await pauseAt(site)) failures.push('charging does not go on after the true files');
  await waitUntilTold(site, server);
  if ((await count()) !== before) failures.push('something was charged before its customer was told');
  failures.push(...(await stopByLink({ site, server, customers, ...more })));
  await letNoticeDaysPass(site);
  await pressAgain(server.url, customers, { onlyUnsent: true });
  await workOneRound(site, server);
  return failures;
}

/** Everything goes on at once or by itself. What met a lost charge is settled by the true file. */
async function workAfterSnapshot({ site, server, customers }: LossRound): Promise<string[]> {
  await restart(site, server);
  await pressAgain(server.url, customers, { onlyUnsent: false });
  await sleep(chargesWithinMs);
  await refund(site, customers);
  await letChargesArrive(site);
  // The first round ends a pause, the next one charges.
  for (const _ of ['ends', 'charges']) await workOneRound(site, server);
  const pause = await pauseAt(site);
  for (const options of [['--since', site.openedAt.toISOString()], await settlementFile(site)])
    reconcileProcessor(site.settingsFor(0), options);
  await workOneRound(site, server);
  return pause ? [`charging waits although nothing is unknown: ${pause}`] : [];
}

/** All servers stop for eleven minutes. Nothing is lost, so the pause ends by itself. */
async function stopServers({ site, server }: LossRound): Promise<string[]> {
  await server.kill();
  await sql`update heartbeat set beat_at = now() - interval '11 minutes'`.execute(site.portal.db);
  await restart(site, server);
  await waitUntilQuiet(site);
  const pause = await pauseAt(site);
  return pause ? [`charging waits although nothing was lost: ${pause}`] : [];
}
