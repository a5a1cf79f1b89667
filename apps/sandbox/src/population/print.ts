// Prints a generated population as an import file: --accounts N [--bills 12] [--seed 1] [--today DAY]
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { businessToday } from '../personas/calendar.ts';
import type { ImportLine } from '../personas/import-lines.ts';
import { planLines } from '../personas/plans.ts';
import { customerLines } from './population.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '100' },
    bills: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    today: { type: 'string', default: businessToday(new Date()) },
  },
});
const options = { bills: Number(values.bills), seed: Number(values.seed), today: values.today };
const chunkCharacters = 256 * 1024;

let chunk = '';
async function print(lines: ImportLine[], isLast = false): Promise<void> {
  for (const line of lines) chunk += `${JSON.stringify(line)}\n`;
  if (chunk.length < chunkCharacters && !isLast) return;
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  chunk = '';
}

await print(planLines());
for (let index = 0; index < Number(values.accounts); index += 1) await print(customerLines(index, options));
await print([], true);
