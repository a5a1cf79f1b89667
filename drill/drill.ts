// `npm run drill -- billing|distributed|faults|operations|partitions|slow|sums`: cuts off, kills, and restores real programs, and prints what it counted. Takes
// minutes. Exits with 1 if a promise did not hold.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { billing } from './billing/billing.ts';
import { distributed } from './distributed/distributed.ts';
import { DrillEnvironment } from './drill-environment.ts';
import { faults } from './faults/faults.ts';
import { operations } from './operations/operations.ts';
import { readOptions } from './options.ts';
import type { DrillPart, DrillResult } from './part.ts';
import { partitions } from './partitions/partitions.ts';
import { slow } from './slow/slow.ts';
import { sums } from './sums/sums.ts';

const drills: Readonly<Record<string, readonly DrillPart[]>> = {
  billing,
  distributed,
  faults,
  operations,
  partitions,
  slow,
  sums,
};

const options = readOptions(Object.keys(drills), process.argv);
const parts = chooseParts(drills[options.drill] ?? []);
const dataDir = options.data ? resolve(options.data) : mkdtempSync(join(tmpdir(), 'myaccount-drill-'));
console.log(`Seed ${options.seed}`);
const environment = await DrillEnvironment.prepare(options, dataDir);
let failedParts = 0;
try {
  for (const part of parts) {
    console.log(`\n${part.name}: ${part.proves}`);
    const { counts, failures } = await runPart(part);
    for (const [name, count] of Object.entries(counts)) console.log(`  ${count} ${name}`);
    for (const failure of failures) console.log(`  FAILED: ${failure}`);
    console.log(failures.length > 0 ? '  failed' : '  passed');
    if (failures.length > 0) failedParts += 1;
  }
} finally {
  await environment.stop();
  if (!options.data) rmSync(dataDir, { recursive: true, force: true });
}
console.log(`\n${parts.length - failedParts} of ${parts.length} parts passed (seed ${options.seed})`);
process.exitCode = failedParts > 0 ? 1 : 0;

function chooseParts(all: readonly DrillPart[]): readonly DrillPart[] {
  const { only } = options;
  const unknown = only?.filter((name) => !all.some((part) => part.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `Unknown part: ${unknown.join(', ')}. The parts are ${all.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(2);
  }
  return only ? all.filter(({ name }) => only.includes(name)) : all;
}

async function runPart(part: DrillPart): Promise<DrillResult> {
  const missing = (part.programs ?? []).filter((program) => !isInstalled(program));
  if (missing.length > 0)
    return {
      counts: {},
      failures: missing.map((program) => `${program} is not installed (apt install ${program})`),
    };
  try {
    return await part.run(environment);
  } catch (error) {
    return {
      counts: {},
      failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
