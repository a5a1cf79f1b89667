import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../apps/server/src/config.ts';
import { importCustomer } from '../../apps/server/src/features/import/import.customer.service.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import { homeCalls, listCalls } from '../../environment/calls.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import { withClient } from '../../environment/database.ts';
import { runOperatorCommand } from '../../environment/operator.ts';
import { type Program, readTreeCpuSeconds, startProgram } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { median, ratioSpread, runInTurn, runRound } from '../load.ts';
import { watchMemory } from '../memory-growth.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

const maxDashboardTimes = 1.05;
const maxReadingTimes = 1.5;
const maxListTimes = 1.2;
const readAccounts = 500;
const sweptAccounts = 5_000;
const pollMs = 500;
const secondsPerHour = 3_600;
const microsecondsPerSecond = 1_000_000;
/** What a billing system has; the rest of a file stays a file. */
const billedTypes = /^\{"type":"(?:customer|account|invoice|payment)"/;

/** Following a billing system: the dashboard beside it, reading an account, and a sweep of all of them. */
export async function measureBilling(environment: BenchEnvironment): Promise<Result[]> {
  return [
    ...(await measureDashboard(environment)),
    ...(await measureReading(environment)),
    ...(await measureSweep(environment)),
  ];
}

const gtv = (sandboxUrl: string): Settings => ({
  BILLING_SYSTEM: 'gtv',
  GTV_URL: `${sandboxUrl}/gotransverse`,
  BILLING_CALLS_PER_SECOND: '0',
  BILLING_PRODUCTS_FILE: 'scripts/start/demo-products.json',
});

/** Starts a program that its part stops itself. */
async function start(
  { dataDir }: BenchEnvironment,
  name: string,
  script: string,
  settings: Settings,
): Promise<Program> {
  return await startProgram({ name, script, settings, logFolder: join(dataDir, 'logs') });
}

/** The dashboard with fresh and with stale data, each in turn with a portal of files. */
async function measureDashboard(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const { portal, ...site } = await environment.few();
  const [port] = await findFreePorts();
  const settings = { ...site.settings, ...gtv('http://127.0.0.1:9'), PORT: String(port), ROLE: 'web' };
  await using following = await start(environment, 'portal-following', 'apps/server/src/main.ts', settings);
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

const check = { methodType: 'custom', cardType: 'CHECK' };

/** A record without the saved methods, which the billing system does not have. */
function withoutMethods({
  autopay: _,
  methodExternalId,
  ...record
}: Readonly<Record<string, unknown>>): object {
  return methodExternalId ? { ...record, method: check } : record;
}

/** A database with what a file alone has, and a sandbox whose billing system has the rest. */
async function prepare(environment: BenchEnvironment, name: string, accounts: number) {
  const { dataDir, postgres } = environment;
  const database = await postgres.emptyDatabase(name);
  const [port, sandboxPort, smtpPort, framePort] = await findFreePorts();
  const outside = { sandboxPort, smtpPort, framePort };
  const base = environment.settingsFor(database, port, outside);
  const file = join(dataDir, `${name}.jsonl`);
  await runOperatorCommand(['generate', '--accounts', String(accounts), '--to', file], base);
  const billed = join(dataDir, `${name}-billed.jsonl`);
  const plans = join(dataDir, `${name}-plans.jsonl`);
  const [billedOut, plansOut] = [createWriteStream(billed), createWriteStream(plans)];
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"type":"plan"')) plansOut.write(`${line}\n`);
    else if (billedTypes.test(line)) {
      billedOut.write(`${JSON.stringify(withoutMethods(JSON.parse(line)))}\n`);
      lines += 1;
    }
  }
  await Promise.all([billedOut, plansOut].map((out) => new Promise((resolve) => out.end(resolve))));
  const sandbox = await start(environment, `sandbox-${name}`, 'apps/sandbox/src/main.ts', {
    ...base,
    PORT: String(sandboxPort),
    DATA_DIR: join(dataDir, name),
    SANDBOX_BILLING_CALLS_PER_SECOND: '0',
  });
  await runOperatorCommand(['import', plans], base);
  const body = Buffer.concat([await readFile(plans), await readFile(billed)]);
  const loaded = await fetch(`${sandbox.url}/gotransverse/lines`, { method: 'POST', body });
  if (!loaded.ok) throw new Error(`The sandbox took no lines: ${loaded.status} ${await loaded.text()}`);
  return {
    database,
    settings: { ...base, ...gtv(sandbox.url), PORT: String(port) },
    base,
    billed,
    lines,
    sandbox,
  };
}

/** Imports lines of accounts, each customer's by itself, which is what a reading does with them. */
async function importEach(file: string, base: Settings): Promise<void> {
  const { portal, pool } = openPortal(readConfig(base), createLog('silent'));
  const context = { ...portal, ...portal.config, ...portal.config.mail, pool };
  const options = { actor: 'operator:import', mailsBills: false, notesLateDebt: false };
  type Line = { readonly type: string; readonly accountNumber: string; readonly customerId?: string };
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const records = lines.map((line): Line => JSON.parse(line));
  const accounts = records.filter(({ type }) => type === 'account');
  const customers = new Map(accounts.map(({ accountNumber, customerId }) => [accountNumber, customerId]));
  const owned = Map.groupBy(records, (line) => line.customerId ?? customers.get(line.accountNumber));
  for (const mine of owned.values()) {
    const [refusal] = await importCustomer(mine, options, context);
    if (refusal) throw new Error(`A line was refused: ${refusal.field} ${refusal.reason}`);
  }
  await portal.db.destroy();
}

/** The processor time of the portal and PostgreSQL for reading accounts, against importing the same lines. */
async function measureReading(environment: BenchEnvironment): Promise<Result[]> {
  const { postgres } = environment;
  const imported = await prepare(environment, 'billing_imported', readAccounts);
  await imported.sandbox.stop();
  const fileBefore = readTreeCpuSeconds(postgres.pid);
  const run = await runOperatorCommand(['import', imported.billed], imported.base);
  const fileSeconds = run.cpuSeconds + readTreeCpuSeconds(postgres.pid) - fileBefore;
  const each = await prepare(environment, 'billing_imported_each', readAccounts);
  await each.sandbox.stop();
  const [eachBefore, usageBefore] = [readTreeCpuSeconds(postgres.pid), process.cpuUsage()];
  await importEach(each.billed, each.base);
  const usage = process.cpuUsage(usageBefore);
  const importSeconds =
    (usage.user + usage.system) / microsecondsPerSecond + readTreeCpuSeconds(postgres.pid) - eachBefore;
  const followed = await prepare(environment, 'billing_read', readAccounts);
  const before = readTreeCpuSeconds(postgres.pid);
  const jobs = await start(environment, 'jobs-billing-read', 'apps/server/src/main.ts', {
    ...followed.settings,
    ROLE: 'jobs',
  });
  const started = readTreeCpuSeconds(jobs.pid);
  await untilRead(followed.database, readAccounts);
  const seconds = readTreeCpuSeconds(jobs.pid) - started + readTreeCpuSeconds(postgres.pid) - before;
  await jobs.stop();
  await followed.sandbox.stop();
  const ratio = seconds / importSeconds;
  const msOf = (cpu: number) => `${formatFigure((cpu / readAccounts) * 1_000)} ms an account`;
  return [
    {
      what: 'reading an account, CPU',
      measured: msOf(seconds),
      floor: `${msOf(importSeconds)}, its lines imported`,
      ratio,
      target: atMostTimes(ratio, maxReadingTimes),
      figures: { seconds, importSeconds, lines: followed.lines },
    },
    {
      what: 'the same lines in one file, CPU',
      measured: msOf(fileSeconds),
      figures: { fileSeconds },
    },
  ];
}

/** Every account read once more, at no limit, beside customers who list their bills. */
async function measureSweep(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const { database, settings, sandbox } = await prepare(environment, 'billing_swept', sweptAccounts);
  const [jobsPort] = await findFreePorts();
  const startJobs = () =>
    start(environment, 'jobs-billing-swept', 'apps/server/src/main.ts', {
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
