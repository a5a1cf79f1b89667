// `npm run bench`: measures speed, size, and memory. Exits with 1 if a target is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BenchEnvironment } from './environment/bench-environment.ts';
import { readOptions } from './options.ts';
import { measureAddMethod } from './parts/add-method.ts';
import { measureAutopay } from './parts/autopay.ts';
import { measureBilling } from './parts/billing.ts';
import { measureFind } from './parts/find.ts';
import { measureIdle } from './parts/idle.ts';
import { measureImport } from './parts/import.ts';
import { measureLatency } from './parts/latency.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measureLogin } from './parts/login.ts';
import { measureMemory } from './parts/memory.ts';
import { measureMillion } from './parts/million.ts';
import { measurePayment } from './parts/payment.ts';
import { measurePdf } from './parts/pdf.ts';
import { measureHome, measureList } from './parts/reads.ts';
import { measureScale } from './parts/scale.ts';
import { measureSize } from './parts/size.ts';
import { accept } from './report/accepted.ts';
import { printTable, saveResults } from './report/print-table.ts';
import type { Result } from './report/result.ts';

const parts: Readonly<Record<string, (environment: BenchEnvironment) => Promise<Result[]>>> = {
  list: measureList,
  home: measureHome,
  login: measureLogin,
  payment: measurePayment,
  latency: measureLatency,
  autopay: measureAutopay,
  idle: measureIdle,
  find: measureFind,
  'add-method': measureAddMethod,
  pdf: measurePdf,
  import: measureImport,
  size: measureSize,
  lighthouse: measureLighthouse,
  scale: measureScale,
  million: measureMillion,
  billing: measureBilling,
  memory: measureMemory,
};

/** They collect what is due, or take an hour: what they miss is not measured again. */
const changesItsPopulation = ['autopay', 'million'];
const millisecondsPerMinute = 60_000;
const failure = 'failed';

const options = readOptions(Object.keys(parts), process.argv);
const dataDir = options.data ? resolve(options.data) : mkdtempSync(join(tmpdir(), 'myaccount-bench-'));
const environment = await BenchEnvironment.prepare(options, dataDir);
const results: Result[] = [];
try {
  for (const name of options.only) {
    const first = await measure(name);
    const again = first.some(isMissed) && !changesItsPopulation.includes(name) ? await measure(name) : [];
    const isFailed = first.some(({ measured }) => measured === failure);
    results.push(...(isFailed && again.length > 0 ? again : first.map((result) => mended(result, again))));
  }
} finally {
  await environment.stop();
  if (!options.data) rmSync(dataDir, { recursive: true, force: true });
}
console.log();
printTable(results);
const minutes = Math.round(performance.now() / millisecondsPerMinute);
console.log(`\n${minutes} min. ${saveResults(results, options)}`);
if (options.accept) acceptUnlessFailed();
process.exitCode = results.some(isMissed) ? 1 : 0;

async function measure(name: string): Promise<Result[]> {
  console.log(`Measuring: ${name} …`);
  const measured = (await parts[name]?.(environment).catch((error) => failed(name, error))) ?? [];
  printTable(measured);
  return measured;
}

function isMissed({ target }: Result): boolean {
  return target?.isMet === false;
}

/** A busy host can slow a whole part down or end it, and a change that loses something does so every time: what is missed is missed twice. */
function mended(result: Result, again: readonly Result[]): Result {
  const second = isMissed(result) ? again.find(({ what }) => what === result.what) : undefined;
  return second ?? result;
}

function acceptUnlessFailed(): void {
  if (results.some(({ measured }) => measured === failure))
    console.error('Nothing is accepted: a part failed.');
  else accept(results);
}

/** A part that fails has missed its target. The others continue. */
function failed(name: string, error: unknown): Result[] {
  console.error(error);
  return [{ what: name, measured: failure, target: { text: 'to be measured', isMet: false }, figures: {} }];
}
