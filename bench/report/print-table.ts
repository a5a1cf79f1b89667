import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../../environment/program.ts';
import type { Result } from './result.ts';

const headings = ['what', 'measured', 'floor', 'ratio', 'target', ''];

/** Prints the results as one table. */
export function printTable(results: readonly Result[]): void {
  const rows = [headings, ...results.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function cellsOf({ what, measured, floor, ratio, target }: Result): string[] {
  return [
    what,
    measured,
    floor ?? '',
    ratioText(ratio),
    target?.text ?? '',
    target ? (target.isMet ? 'ok' : 'MISSED') : '',
  ];
}

/** Such as “76 %”, or “76 % (74 to 79)” with its quartiles. */
function ratioText(ratio: Result['ratio']): string {
  if (ratio === undefined) return '';
  const percent = (share: number) => Math.round(share * 100);
  if (typeof ratio === 'number') return `${percent(ratio)} %`;
  return `${percent(ratio.median)} % (${percent(ratio.lower)} to ${percent(ratio.upper)})`;
}

/** Saves the results as JSON in bench/results. Returns the file's path. */
export function saveResults(results: readonly Result[], options: object): string {
  const folder = join(checkout, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { processor: cpus()[0]?.model, processors: cpus().length, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at, machine, options, results }, null, 2)}\n`);
  return file;
}
