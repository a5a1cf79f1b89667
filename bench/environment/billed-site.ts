import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runOperatorCommand } from '../../environment/operator.ts';
import { type Program, startProgram } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { Settings } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from './bench-environment.ts';

/** What a billing system has; the rest of a file stays a file. */
const billedTypes = /^\{"type":"(?:customer|account|invoice|payment)"/;

/** The settings of a portal that follows a sandbox's billing system. */
export const gtv = (sandboxUrl: string): Settings => ({
  BILLING_SYSTEM: 'gtv',
  GTV_URL: `${sandboxUrl}/gotransverse`,
  BILLING_CALLS_PER_SECOND: '0',
  BILLING_PRODUCTS_FILE: 'scripts/start/demo-products.json',
});

/** Starts a program that its part stops itself. */
export async function startFor(
  { dataDir }: BenchEnvironment,
  name: string,
  script: string,
  settings: Settings,
): Promise<Program> {
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'report-heap.ts')}`;
  const logFolder = join(dataDir, 'logs');
  return await startProgram({ name, script, settings: { ...settings, NODE_OPTIONS }, logFolder });
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
export async function prepareBilled(environment: BenchEnvironment, name: string, accounts: number) {
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
  const sandbox = await startFor(environment, `sandbox-${name}`, 'apps/sandbox/src/main.ts', {
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
