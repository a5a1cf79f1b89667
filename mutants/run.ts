// `npm run mutants -- [--only 3,17]`: breaks the code at each place of mutants.json in turn, runs the related tests, and prints
// which places no test noticed. Takes about an hour; run it before and after tests or code are restructured. Exits with 1 if
// a place that must be caught is missed, or is not there any more.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutants, placesOf } from './mutant.ts';

type Verdict = 'caught' | 'missed' | 'gone';

const checkout = resolve(import.meta.dirname, '..');
const vitest = join(checkout, 'node_modules', '.bin', 'vitest');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',').map(Number);

// Ctrl-C ends the tests too; the broken file is mended on the way out.
process.once('SIGINT', () => process.exit(130));
process.chdir(checkout);
process.env.NODE_COMPILE_CACHE = join(checkout, 'node_modules', '.cache', 'compiled');
// Tests that fail on whole code would catch everything.
if (!passes(mutants[only?.[0] ?? 0]?.tests ?? []))
  throw new Error('The tests fail before anything is broken.');
const counts = { caught: 0, missed: 0, gone: 0 };
let unexpected = 0;
for (const [index, mutant] of mutants.entries()) {
  if (only && !only.includes(index)) continue;
  const verdict = judge(mutant);
  counts[verdict] += 1;
  if (verdict !== 'caught' && !(verdict === 'missed' && mutant.missed)) unexpected += 1;
  console.log(`${index} ${verdict} ${mutant.file}: ${mutant.line}`);
}
console.log(
  `${counts.caught} caught, ${counts.missed} missed, ${counts.gone} gone; ${unexpected} unexpected`,
);
process.exitCode = unexpected > 0 ? 1 : 0;

function judge({ file, line, broken, tests }: Mutant): Verdict {
  const original = readFileSync(file, 'utf8');
  const lines = original.split('\n');
  const [place] = placesOf(lines, line);
  if (place === undefined) return 'gone';
  const restore = () => writeFileSync(file, original);
  process.once('exit', restore);
  lines[place] = broken;
  writeFileSync(file, lines.join('\n'));
  const verdict = passes(tests) ? 'missed' : 'caught';
  restore();
  process.off('exit', restore);
  return verdict;
}

function passes(tests: readonly string[]): boolean {
  const options = ['run', '--bail=1', '--passWithNoTests', '--reporter=dot', '--exclude=**/*.slow.test.ts'];
  return spawnSync(vitest, [...options, ...tests], { stdio: 'ignore' }).status === 0;
}
