import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyRows } from '../../apps/server/src/platform/database/copy.ts';
import { type BenchDatabase, withClient } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { runOperatorCommand } from '../ground/operator.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const mostAccounts = 10_000;
const accountsOfPromise = 100_000;
const mostMinutes = 30;
const mostGrowthPercent = 20;
const secondsPerMinute = 60;

/** Importing a generated file into an empty database, against copying its lines as they are. */
export async function measureImport(ground: Ground): Promise<Result[]> {
  const accounts = Math.min(mostAccounts, ground.options.accounts);
  const database = await ground.postgres.emptyDatabase('imported');
  const settings = ground.settingsFor(database, 0);
  const file = join(ground.dataDir, 'import.jsonl');
  await runOperatorCommand(['generate', '--accounts', String(accounts), '--to', file], settings);
  const floor = await copyLines(database, file);
  const { seconds, residentMiB } = await runOperatorCommand(['import', file], settings);
  const perSecond = floor.lines / seconds;
  const minutes = (seconds * (accountsOfPromise / accounts)) / secondsPerMinute;
  const third = Math.floor(residentMiB.length / 3);
  const [middle, end] = [largest(residentMiB.slice(third, 2 * third)), largest(residentMiB.slice(2 * third))];
  const growthPercent = (end / middle - 1) * 100;
  return [
    {
      what: `import of ${shown(accounts)} accounts, ${shown(statSync(file).size / 2 ** 20)} MiB`,
      measured: `${shown(perSecond)} lines/s, ${shown(accountsOfPromise / minutes)} accounts/min`,
      floor: `${shown(floor.lines / floor.seconds)} lines/s copied`,
      ratio: perSecond / (floor.lines / floor.seconds),
      target: atMost(minutes, mostMinutes, ' min for 100,000'),
      figures: { accounts, lines: floor.lines, seconds, floorSeconds: floor.seconds, minutes },
    },
    {
      what: 'import, memory',
      measured: `${shown(middle)} → ${shown(end)} MiB (${growthPercent.toFixed(1)} %)`,
      target: atMost(growthPercent, mostGrowthPercent, ' % growth'),
      figures: { middle, end, growthPercent },
    },
  ];
}

/** The same lines into a table of one column and nothing else: what reading and storing them costs at least. */
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

function largest(values: readonly number[]): number {
  return Math.max(...values);
}
