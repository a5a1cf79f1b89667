import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runStep } from './step.ts';
import { countPlaywright, countStep, type TestCount } from './test-count.ts';

const playwright = resolve(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'playwright');

/** Runs the browser tests on their own portal. `options` choose which. */
export async function runPlaywright(
  title: string,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<TestCount> {
  const folder = mkdtempSync(join(tmpdir(), 'myaccount-report-'));
  const report = join(folder, 'playwright.json');
  const all = ['test', '--config=e2e/playwright.config.ts', '--reporter=dot,json', ...options];
  try {
    const step = await runStep(title, playwright, all, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...environment,
    });
    printPages(report);
    return countStep(step, report, countPlaywright);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints what the page of each failed test showed, its name, and its error: nobody has the files of another machine. */
function printPages(report: string): void {
  if (!existsSync(report)) return;
  const found = readFileSync(report, 'utf8').matchAll(/"path": "([^"]+\/error-context\.md)"/g);
  for (const [, file = ''] of found) {
    const context = readFileSync(file, 'utf8');
    for (const part of ['Page snapshot', 'Test info', 'Error details'])
      console.log(context.match(new RegExp(`# ${part}.*?(?=\n# |$)`, 's'))?.[0]);
  }
}
