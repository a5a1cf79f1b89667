import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SeededRandom } from '../../apps/sandbox/src/population/seeded-random.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart } from '../part.ts';
import type { Comparison, Population } from './compare.ts';
import { daysAfter } from './lines.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'run.ts');
const plant = join(import.meta.dirname, '..', 'faults', 'planted', 'plant.ts');
const maximumOutputBytes = 100_000_000;
const [firstDay, possibleDays] = ['2026-06-01', 1_000];

/** Compares a generated population in its own database and process, with the bug that the options name. */
async function compareIn(environment: DrillEnvironment, population: Population): Promise<Comparison> {
  const database = await environment.postgres.emptyDatabase('sums');
  const { planted } = environment.options;
  const bug = planted === undefined ? {} : { PLANTED_BUG: planted, NODE_OPTIONS: `--import=${plant}` };
  const env = { PATH: process.env.PATH, ...environment.settingsFor(database, 0), ...bug };
  const { stdout } = await run(process.execPath, [program, JSON.stringify(population)], {
    env,
    maxBuffer: maximumOutputBytes,
  });
  return JSON.parse(stdout);
}

/** Every figure, recomputed. */
export const sums: readonly DrillPart[] = [
  {
    name: 'sums',
    proves:
      'every figure of 300 generated accounts is what their lines say, on calls, PDFs, mails, and `ops show`',
    run: async (environment) => {
      const { seed } = environment.options;
      const today = daysAfter(firstDay, new SeededRandom(seed).below(possibleDays));
      const { counts, failures } = await compareIn(environment, { accounts: 300, bills: 6, seed, today });
      return { counts: { ...counts, today }, failures };
    },
  },
];
