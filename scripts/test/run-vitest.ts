import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runStep } from './step.ts';
import { countStep, countVitest, type TestCount } from './test-count.ts';

const vitest = resolve(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'vitest');

/** Runs vitest's tests. `options` choose which. */
export async function runVitest(
  title: string,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<TestCount> {
  const folder = mkdtempSync(join(tmpdir(), 'myaccount-report-'));
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const step = await runStep(title, vitest, ['run', ...reporters, ...options], environment);
    return countStep(step, report, countVitest);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
