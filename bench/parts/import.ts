import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runOperatorCommand } from '../../environment/operator.ts';
import { readTreeCpuSeconds } from '../../environment/program.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { type InsertRun, insertRowsAgain } from '../floor/import-floor.ts';
import { medianOf } from '../load.ts';
import { atMostAccepted } from '../report/accepted.ts';
import { compareMemory } from '../report/command-memory.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

const maxAccounts = 6_000;
const floorRounds = 3;
/** Times one session that only inserts. */
const maxTimes = 3;
const microsecondsPerSecond = 1_000_000;

/** Importing a generated file into an empty database, against PostgreSQL inserting its rows again. */
export async function measureImport(environment: BenchEnvironment): Promise<Result[]> {
  const { dataDir, options, postgres } = environment;
  const accounts = Math.min(maxAccounts, options.accounts);
  const database = await postgres.emptyDatabase('imported');
  const settings = environment.settingsFor(database, 0);
  const file = join(dataDir, 'import.jsonl');
  await runOperatorCommand(['generate', '--accounts', String(accounts), '--to', file], settings);
  const lines = await countLines(file);
  const cpuBefore = readTreeCpuSeconds(postgres.pid);
  const run = await runOperatorCommand(['import', file], settings);
  const cpuSeconds = run.cpuSeconds + readTreeCpuSeconds(postgres.pid) - cpuBefore;
  const floors: InsertRun[] = [];
  while (floors.length < floorRounds) floors.push(await insertRowsAgain(database));
  const floor = medianOf(floors);
  const times = run.seconds / floor.seconds;
  const name = 'import, CPU';
  const ratio = cpuSeconds / floor.cpuSeconds;
  const cpuOf = (seconds: number) => `${formatFigure((seconds / lines) * microsecondsPerSecond)} µs a line`;
  return [
    {
      what: `import of ${formatFigure(accounts)} accounts`,
      measured: `${formatFigure(lines / run.seconds)} lines/s`,
      floor: `${formatFigure(lines / floor.seconds)} lines/s in one session`,
      ratio: times,
      target: atMostTimes(times, maxTimes),
      figures: { accounts, lines, seconds: run.seconds, floorSeconds: floor.seconds },
    },
    {
      what: name,
      measured: cpuOf(cpuSeconds),
      floor: cpuOf(floor.cpuSeconds),
      ratio,
      target: atMostAccepted(name, ratio),
      figures: { cpuSeconds, floorCpuSeconds: floor.cpuSeconds },
      accepts: { [name]: ratio },
    },
    compareMemory('import', run),
  ];
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const _ of createInterface({ input: createReadStream(file) })) lines++;
  return lines;
}
