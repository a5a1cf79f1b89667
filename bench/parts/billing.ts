import { setTimeout as sleep } from 'node:timers/promises';
import { homeCalls, listCalls } from '../../environment/calls.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import { withClient } from '../../environment/database.ts';
import type { Program } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { gtv, prepareBilled, startFor } from '../environment/billed-site.ts';
import { median, ratioSpread, runInTurn, runRound } from '../load.ts';
import { watchMemory } from '../memory-growth.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';
import { measureReading } from './billing-reading.ts';

const maxDashboardTimes = 1.05;
const maxListTimes = 1.2;
const sweptAccounts = 5_000;
const pollMs = 500;
const secondsPerHour = 3_600;

/** Following a billing system: the dashboard beside it, reading an account, and a sweep of all of them. */
export async function measureBilling(environment: BenchEnvironment): Promise<Result[]> {
  return [
    ...(await measureDashboard(environment)),
    ...(await measureReading(environment)),
    ...(await measureSweep(environment)),
  ];
}

/** The dashboard with fresh and with stale data, each in turn with a portal of files. */
async function measureDashboard(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const { portal, ...site } = await environment.few();
  const [port] = await findFreePorts();
  const settings = { ...site.settings, ...gtv('http://127.0.0.1:9'), PORT: String(port), ROLE: 'web' };
  await using following = await startFor(
    environment,
    'portal-following',
    'apps/server/src/main.ts',
    settings,
  );
  const calls = homeCalls(await signedInCustomers({ ...site }));
  const compare = async (what: string, readAt: string): Promise<Result> => {
    await withClient(site.database.ownerUrl, (client) =>
      client.query(`
        delete from billing_reading;
        insert into billing_reading (account_id, read_at) select id, ${readAt} from account`),
    );
    const pair = await runInTurn(options.rounds, {
      floor: () => runRound(portal, calls, options),
      portal: () => runRound(following, calls, options),
    });
    const ratio = ratioSpread(pair.portal, pair.floor, 'cpuMicroseconds');
    const cpuOf = (rounds: typeof pair.portal) =>
      `${formatFigure(median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds / 1_000)))} ms`;
    return {
      what,
      measured: cpuOf(pair.portal),
      floor: `${cpuOf(pair.floor)} with files`,
      ratio,
      target: atMostTimes(ratio.median, maxDashboardTimes),
      figures: { ...ratio },
    };
  };
  try {
    return [
      await compare('dashboard with fresh data, CPU', "now() + interval '1 hour'"),
      await compare('dashboard with stale data, CPU', "now() - interval '1 hour'"),
    ];
  } finally {
    await withClient(site.database.ownerUrl, (client) => client.query('delete from billing_reading'));
  }
}

/** Every account read once more, at no limit, beside customers who list their bills. */
async function measureSweep(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const { database, settings, sandbox } = await prepareBilled(environment, 'billing_swept', sweptAccounts);
  const [jobsPort] = await findFreePorts();
  const startJobs = () =>
    startFor(environment, 'jobs-billing-swept', 'apps/server/src/main.ts', {
      ...settings,
      PORT: String(jobsPort),
      ROLE: 'jobs',
    });
  const first = await startJobs();
  const startedAt = performance.now();
  await untilRead(database, sweptAccounts);
  const firstSeconds = (performance.now() - startedAt) / 1_000;
  await first.stop();
  const { portal, ...site } = await environment.few();
  const calls = listCalls(await signedInCustomers({ ...site }));
  const alone = [];
  for (let round = 0; round < options.rounds; round += 1) alone.push(await runRound(portal, calls, options));
  await withClient(database.ownerUrl, (client) =>
    client.query("update billing_reading set read_at = now() - interval '1 day'"),
  );
  const jobs: Program = await startJobs();
  const memory = await watchMemory(jobs);
  const beside = [];
  for (let round = 0; round < options.rounds; round += 1) beside.push(await runRound(portal, calls, options));
  await untilRead(database, sweptAccounts, "read_at > now() - interval '1 hour'");
  const ofMemory = await memory.stop('sweep of the billing system');
  await jobs.stop();
  await sandbox.stop();
  const [p99, p99Alone] = [beside, alone].map((rounds) => median(rounds.map(({ p99Ms }) => p99Ms))) as [
    number,
    number,
  ];
  const ratio = p99 / p99Alone;
  const hours = (accounts: number) =>
    formatFigure(((firstSeconds / sweptAccounts) * accounts) / secondsPerHour);
  return [
    {
      what: `first reading of ${formatFigure(sweptAccounts)} accounts`,
      measured: `${formatFigure(firstSeconds)} s, ${formatFigure(sweptAccounts / firstSeconds)} /s; computed: 100,000 in ${hours(100_000)} h, a million in ${hours(1_000_000)} h`,
      figures: { seconds: firstSeconds },
    },
    {
      what: 'invoice list beside a sweep, p99',
      measured: `${formatFigure(p99)} ms`,
      floor: `${formatFigure(p99Alone)} ms alone`,
      ratio,
      target: atMostTimes(ratio, maxListTimes),
      figures: { p99, p99Alone },
    },
    ...ofMemory,
  ];
}

async function untilRead(
  database: DatabaseAddresses,
  accounts: number,
  where = 'read_at is not null',
): Promise<void> {
  for (;;) {
    const count = await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from billing_reading where ${where}`,
      );
      return Number(rows[0]?.count);
    });
    if (count >= accounts) return;
    await sleep(pollMs);
  }
}
