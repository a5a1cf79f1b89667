// `npm test` runs types, lint, all tests, and the browser tests. `npm run check` (--quick) leaves out the browser tests.
// Neither runs `*.slow.test.ts`: `npm run drill -- slow` does.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTemporaryDataDir } from '@myaccount/local-postgres/testing/temporary-data-dir';
import { runPlaywright } from './test/run-playwright.ts';
import { runVitest } from './test/run-vitest.ts';
import { runStep } from './test/step.ts';
import { summarize, type TestCount } from './test/test-count.ts';

const checkout = resolve(import.meta.dirname, '..');
const isQuick = process.argv.includes('--quick');

process.chdir(checkout);
const seed = isQuick ? undefined : await makeTemporaryDataDir('myaccount-e2e-');
const seeding = seed
  ? [runCheck('Data of the browser tests', 'node', ['e2e/support/make-seed.ts', seed])]
  : [];
// Three lanes for two cores: each waits for a browser or an outside service for a part of its time. Two take longer.
const lanes = [
  [
    () => runCheck('Lint and format', 'biome', ['check', '--error-on-warnings', '.']),
    // One project after the other: all at once take 4 GB, these 1.3 GB, and on two cores no longer.
    () => runCheck('Types', 'tsc', ['-b', '--builders', '1', '--checkers', '1']),
    () => runVitest('Tests', ['--project=node', '--exclude=**/*.slow.test.ts']),
  ],
  [() => runVitest('Tests of the web', ['--project=web', '--maxWorkers=1']), ...browserTests('phone')],
  browserTests('desktop'),
];
const counts = [...(await Promise.all(lanes.map(runInOrder))).flat(), ...(await Promise.all(seeding))];
if (seed) rmSync(seed, { recursive: true, force: true });
const { line, failed } = summarize(counts);
console.log(line);
process.exitCode = failed > 0 ? 1 : 0;

function bin(program: string): string {
  return join(checkout, 'node_modules', '.bin', program);
}

/** The browser tests at one width, once their data is there; nothing for the quick check. */
function browserTests(width: string): (() => Promise<TestCount>)[] {
  if (!seed) return [];
  return [
    async () => {
      await Promise.all(seeding);
      return await runPlaywright(`Browser tests, ${width}`, [`--project=leaks-${width}`], { E2E_SEED: seed });
    },
  ];
}

async function runInOrder(steps: (() => Promise<TestCount>)[]): Promise<TestCount[]> {
  const counts: TestCount[] = [];
  for (const step of steps) counts.push(await step());
  return counts;
}

/** Runs a check that has no tests: it appears in the sum only when it fails. */
async function runCheck(title: string, program: string, options: string[]): Promise<TestCount> {
  const { succeeded } = await runStep(title, bin(program), options);
  return { passed: 0, failed: succeeded ? 0 : 1 };
}
