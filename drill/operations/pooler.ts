import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../environment/database.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart, DrillResult } from '../part.ts';
import {
  becomesReady,
  type DrillPopulation,
  ledgerFailures,
  lostPayments,
  payAll,
  populate,
  readPages,
  settled,
  signIn,
} from './drill-portal.ts';
import { type Pooler, preparePooler, refusePgbouncer } from './pgbouncer.ts';

/** Some payments are done by then, and some are under way. */
const underwayMs = 700;

/** The portal behind pgbouncer in transaction mode. */
export const pooler: DrillPart = {
  name: 'pooler',
  proves: 'everything works through pgbouncer in transaction mode, and a killed pgbouncer loses no payment',
  run: async (environment) => {
    const refused = refusePgbouncer();
    if (refused) return { counts: {}, failures: [refused] };
    const population = await populate(environment, 'pooler');
    const [port] = await findFreePorts();
    const { dataDir } = environment;
    const bouncer = preparePooler({ folder: dataDir, port, databaseUrl: population.database.url });
    await bouncer.start();
    try {
      return await drillPooler(environment, population, bouncer);
    } finally {
      await bouncer.kill();
    }
  },
};

async function drillPooler(
  environment: DrillEnvironment,
  { database, customers, payments }: DrillPopulation,
  bouncer: Pooler,
): Promise<DrillResult> {
  const [portalPort] = await findFreePorts();
  const sandbox = await environment.sandbox();
  const pooled = environment.settingsFor({ ...database, url: bouncer.url }, portalPort);
  const settings = { ...pooled, DATABASE_DIRECT_URL: database.url };
  const failures: string[] = [];
  await using portal = await environment.startPortal('portal-pooler', settings);
  if (!(await becomesReady(portal.url))) failures.push('the portal is not ready behind pgbouncer');
  const [customer] = customers;
  if (!customer) throw new Error('There is no customer with five bills.');
  if (!(await signIn(portal.url, sandbox.url, customer.emailAddress))) failures.push('nobody can sign in');
  failures.push(...(await readPages(portal.url, customer)));
  const calm = await payAll(portal.url, payments);
  if (calm.acknowledged.length < payments.length)
    failures.push(`payments were answered ${JSON.stringify(calm.answers)}`);

  const cut = payAll(portal.url, [...payments, ...payments, ...payments]);
  await sleep(underwayMs);
  await bouncer.kill();
  await sleep(500);
  await bouncer.start();
  const during = await cut;
  if (!(await becomesReady(portal.url))) failures.push('the portal is not ready after the restart');
  if (!(await settled(database.ownerUrl))) failures.push('payments stay without a result');
  const after = await payAll(portal.url, payments);
  const acknowledged = [calm, during, after].flatMap((round) => round.acknowledged);
  failures.push(...(await lostPayments(database.ownerUrl, acknowledged)));

  if (!(await hasJobRounds(database.ownerUrl))) failures.push('no server looks for rounds of jobs');
  // Without the direct address it has to fail: its session would be shared.
  if ((await ledgerFailures(pooled)).length === 0) failures.push('ops check did not refuse the pooler');
  failures.push(...(await ledgerFailures(settings)));
  return {
    counts: {
      'payments before the kill': calm.acknowledged.length,
      'answers during the kill': JSON.stringify(during.answers),
      'payments after the restart': after.acknowledged.length,
      'acknowledged payments in all': acknowledged.length,
    },
    failures,
  };
}

async function hasJobRounds(ownerUrl: string): Promise<boolean> {
  const { rowCount } = await withClient(ownerUrl, (client) => client.query('select from job_round limit 1'));
  return rowCount !== 0;
}
