// `node mutants/draw.ts SEED > mutants/mutants.json`: draws a hundred places to break. Redraw only when the list has worn
// out: a list that stays shows what a restructuring of code or tests lost.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

/** How many mutants each part of the code has. */
const shares: readonly (readonly [folder: string, mutants: number])[] = [
  ['apps/server/src/features', 40],
  ['apps/server/src/gateways', 5],
  ['apps/server/src/platform', 5],
  ['apps/server/src/ops', 4],
  ['apps/sandbox/src', 14],
  ['packages/contract/src', 4],
  ['scripts', 4],
  ['apps/web/src', 24],
];

/** What breaks a line, most telling first: a missing call, an owner, a limit, a condition, a sign, a figure. */
const mutations: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^(?:await )?\w[\w.]*\(.*\);$/, ''],
  [/^\.where\(.*\)$/, ''],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/if \(!/, 'if ('],
  [/if \((?!!)/, 'if (!'],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/'asc'/, "'desc'"],
  [/'desc'/, "'asc'"],
  [/= (\d[\d_]*);$/, '= $1 + 1;'],
];
/** Lines without behavior, logs, pauses, and what ends a program anyway. */
const skipped =
  /^(?:\/\/|\*|\/\*|import|export (?:type|interface)|readonly|type|interface)|console\.|throw new|=> void;|\blog\.|sleep|Ms = |\.(?:destroy|stop|close)\(/;

const seed = Number(process.argv[2]);
if (!Number.isInteger(seed)) throw new Error('node mutants/draw.ts SEED');
const random = randomFrom(seed);
const drawn = shares.flatMap(([folder, count]) => draw(candidatesIn(folder), count));
console.log(JSON.stringify({ seed, mutants: drawn }, undefined, 2));

function candidatesIn(folder: string): Mutant[] {
  const files = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).split('\n');
  const code = files.filter(
    (file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.|\/testing\/|\.d\.ts$/.test(file),
  );
  return code.flatMap((file) => {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const isOnce = (line: string) => lines.indexOf(line) === lines.lastIndexOf(line);
    return lines
      .filter((line) => !skipped.test(line) && isOnce(line))
      .flatMap((line) => mutantsOf(file, line));
  });
}

/** A line gives one mutant at most, so that long conditions do not crowd out the rest. */
function mutantsOf(file: string, line: string): Mutant[] {
  const mutation = mutations.find(([pattern]) => pattern.test(line));
  if (!mutation) return [];
  const broken = line.replace(...mutation);
  return [{ file, line, broken, tests: testsOf(file) }];
}

/** The folders whose tests are related to a file: its own feature's, on the other side of the wire too. */
function testsOf(file: string): string[] {
  const [app = '', part = '', word = ''] = /^(?:apps|packages)\//.test(file)
    ? file.replace('src/', '').split('/').slice(1)
    : [];
  const name = (part === 'features' ? word : part).replace(/\..*/, '');
  const folder = file.slice(0, file.lastIndexOf('/'));
  const related = {
    contract: ['packages/contract', `apps/server/src/features/${name}`, `apps/web/src/features/${name}`],
    sandbox: [folder, 'apps/server/src/gateways'],
    server: [folder],
    web: [folder],
  }[app] ?? ['scripts/'];
  return [...new Set(related)].filter((path) => existsSync(path));
}

/** Draws without putting back, spread over the candidates. */
function draw(candidates: readonly Mutant[], count: number): Mutant[] {
  const left = [...candidates];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

/** A linear congruential generator (Numerical Recipes): the same numbers for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
