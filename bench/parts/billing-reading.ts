import { readFile } from 'node:fs/promises';
import { readConfig } from '../../apps/server/src/config.ts';
import { readAccount } from '../../apps/server/src/features/billing-system/read-account.service.ts';
import { importCustomer } from '../../apps/server/src/features/import/import.customer.service.ts';
import { openServices } from '../../apps/server/src/gateways/open-services.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import { runOperatorCommand } from '../../environment/operator.ts';
import { readTreeCpuSeconds } from '../../environment/program.ts';
import type { Settings } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { prepareBilled } from '../environment/billed-site.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

const maxTimes = 1.5;
const population = 500;
const rounds = 5;
const microsecondsPerSecond = 1_000_000;

interface Line {
  readonly type: string;
  readonly accountNumber: string;
  readonly customerId?: string;
  readonly emailAddress?: string;
}

/** The lines of a file, a list for each customer. */
async function readCustomers(file: string): Promise<Line[][]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const records = lines.map((line): Line => JSON.parse(line));
  const owners = new Map(
    records.flatMap(({ type, accountNumber, customerId }) =>
      type === 'account' ? [[accountNumber, customerId]] : [],
    ),
  );
  return [...Map.groupBy(records, (line) => line.customerId ?? owners.get(line.accountNumber)).values()];
}

/** A portal in this process: what it costs is this process's time and PostgreSQL's. */
function openHere(settings: Settings) {
  const { portal, pool } = openPortal(readConfig(settings), createLog('silent'));
  return { ...portal, ...portal.config, ...portal.config.mail, pool };
}

/** Imports lines with the sign-in that a reading adds. */
async function importLines(context: ReturnType<typeof openHere>, lines: readonly Line[]): Promise<void> {
  const emailAddress = lines.find(({ type }) => type === 'customer')?.emailAddress;
  const numbers = lines.flatMap(({ type, accountNumber }) => (type === 'account' ? [accountNumber] : []));
  const accounts = numbers.map((accountNumber) => ({ accountNumber, role: 'primary' }));
  const login = emailAddress ? [{ type: 'login', emailAddress, accounts }] : [];
  const options = { actor: 'operator:import', mailsBills: false, notesLateDebt: false };
  const [refusal] = await importCustomer([...lines, ...login], options, context);
  if (refusal) throw new Error(`A line was refused: ${refusal.field} ${refusal.reason}`);
}

type Following = Parameters<typeof readAccount>[0];

async function readAccounts(portal: Following, lines: readonly Line[]): Promise<void> {
  for (const { type, accountNumber } of lines) {
    if (type !== 'account') continue;
    const reading = { accountId: null, accountNumber, number: 0, readAt: null, isDoubtful: false };
    const outcome = await readAccount(
      portal,
      { ...reading, startedAt: portal.clock.now() },
      { isFirst: true },
    );
    if (outcome !== 'read') throw new Error(`Account ${accountNumber}: ${outcome}`);
  }
}

/**
 * The processor time of the portal and PostgreSQL for reading accounts that are new here, in turn with importing the same lines in
 * another database, each customer's by itself as a reading does.
 */
export async function measureReading(environment: BenchEnvironment): Promise<Result[]> {
  const { postgres } = environment;
  const cpuSecondsOf = async (work: () => Promise<void>) => {
    const [before, usage] = [readTreeCpuSeconds(postgres.pid), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(usage);
    return (user + system) / microsecondsPerSecond + readTreeCpuSeconds(postgres.pid) - before;
  };
  const imported = await prepareBilled(environment, 'billing_imported', population);
  await imported.sandbox.stop();
  const followed = await prepareBilled(environment, 'billing_read', population);
  const [importing, following] = [openHere(imported.base), openHere(followed.settings)];
  const { billingSystem } = openServices(following);
  if (!billingSystem) throw new Error('There is no billing system');
  const customers = await readCustomers(imported.billed);
  const perRound = Math.ceil(customers.length / rounds);
  let [importSeconds, seconds] = [0, 0];
  for (let at = 0; at < customers.length; at += perRound) {
    const some = customers.slice(at, at + perRound);
    importSeconds += await cpuSecondsOf(async () => {
      for (const lines of some) await importLines(importing, lines);
    });
    seconds += await cpuSecondsOf(async () => {
      for (const lines of some) await readAccounts({ ...following, billingSystem }, lines);
    });
  }
  await Promise.all([importing, following].map(({ db }) => db.destroy()));
  await followed.sandbox.stop();
  const ofFile = await prepareBilled(environment, 'billing_imported', population);
  await ofFile.sandbox.stop();
  let run = { cpuSeconds: 0 };
  const inPostgres = await cpuSecondsOf(async () => {
    run = await runOperatorCommand(['import', ofFile.billed], ofFile.base);
  });
  const ratio = seconds / importSeconds;
  const msOf = (cpu: number) => `${formatFigure((cpu / population) * 1_000)} ms an account`;
  return [
    {
      what: 'reading an account, CPU',
      measured: msOf(seconds),
      floor: `${msOf(importSeconds)}, its lines imported`,
      ratio,
      target: atMostTimes(ratio, maxTimes),
      figures: { seconds, importSeconds, lines: followed.lines },
    },
    {
      what: 'the same lines in one file, CPU',
      measured: msOf(run.cpuSeconds + inPostgres),
      figures: { seconds: run.cpuSeconds + inPostgres },
    },
  ];
}
