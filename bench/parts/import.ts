import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyRows } from '../../apps/server/src/platform/database/copy.ts';
import { type BenchDatabase, withClient } from '../environment/database.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { runOperatorCommand } from '../environment/operator.ts';
import { insertRowsAgain } from '../floor/import-floor.ts';
import { compareMemory } from '../report/command-memory.ts';
import { atLeast, atMost, formatFigure, type Result } from '../report/result.ts';

const maxAccounts = 10_000;
const targetAccounts = 100_000;
const maxMinutes = 30;
const minLinesPerSecond = 15_000;
const secondsPerMinute = 60;

/** Importing a generated file into an empty database, against copying its lines as they are and inserting its rows again. */
export async function measureImport(environment: BenchEnvironment): Promise<Result[]> {
  const accounts = Math.min(maxAccounts, environment.options.accounts);
  const database = await environment.postgres.emptyDatabase('imported');
  const settings = environment.settingsFor(database, 0);
  const file = join(environment.dataDir, 'import.jsonl');
  await runOperatorCommand(['generate', '--accounts', String(accounts), '--to', file], settings);
  const floor = await copyLines(database, file);
  const run = await runOperatorCommand(['import', file], settings);
  const { seconds } = run;
  const perSecond = floor.lines / seconds;
  const insertSeconds = await insertRowsAgain(database);
  const minutes = (seconds * (targetAccounts / accounts)) / secondsPerMinute;
  return [
    {
      what: `import of ${formatFigure(accounts)} accounts, ${formatFigure(statSync(file).size / 2 ** 20)} MiB`,
      measured: `${formatFigure(perSecond)} lines/s, ${formatFigure(targetAccounts / minutes)} accounts/min`,
      floor: `${formatFigure(floor.lines / floor.seconds)} lines/s copied`,
      ratio: perSecond / (floor.lines / floor.seconds),
      target: atMost(minutes, maxMinutes, ' min for 100,000'),
      figures: { accounts, lines: floor.lines, seconds, floorSeconds: floor.seconds, minutes },
    },
    {
      what: 'import, versus PostgreSQL inserting the same rows',
      measured: `${formatFigure(perSecond)} lines/s`,
      floor: `${formatFigure(floor.lines / insertSeconds)} lines/s in one session`,
      ratio: insertSeconds / seconds,
      target: atLeast(perSecond, minLinesPerSecond, ' lines/s'),
      figures: { lines: floor.lines, seconds, insertSeconds },
    },
    compareMemory('import', run),
  ];
}

/** Copies the same lines into a table with one column: the minimum cost of reading and storing them. */
async function copyLines(
  { ownerUrl }: BenchDatabase,
  file: string,
): Promise<{ lines: number; seconds: number }> {
  return await withClient(ownerUrl, async (client) => {
    await client.query('create temporary table copied_line (line text not null)');
    const startedAt = performance.now();
    const rows: [string][] = [];
    let lines = 0;
    const copy = () => copyRows(client, 'copied_line', ['line'], rows.splice(0));
    for await (const line of createInterface({ input: createReadStream(file) })) {
      lines++;
      if (rows.push([line]) === 10_000) await copy();
    }
    await copy();
    const seconds = (performance.now() - startedAt) / 1_000;
    return { lines, seconds };
  });
}
