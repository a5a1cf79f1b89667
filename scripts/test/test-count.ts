import { readFileSync } from 'node:fs';
import type { StepResult } from './step.ts';

/** Numbers of passed and failed tests. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: { status: string; assertionResults: unknown[] }[];
}

/** The part of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number };
  readonly errors: unknown[];
}

/** Counts vitest's tests. A file that could not be loaded has no tests and counts as one failure. */
export function countVitest(report: VitestReport): TestCount {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** Counts Playwright's tests. A test that passed only on retry counts as failed, and so does an error outside tests. */
export function countPlaywright({ stats, errors }: PlaywrightReport): TestCount {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Reads a step's report. A step that failed without a failed test (no report, a crash) counts as one failure. */
export function countStep<Report>(
  step: StepResult,
  reportFile: string,
  count: (report: Report) => TestCount,
): TestCount {
  const counted = readCount(reportFile, count);
  return step.succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

/** Returns the total and the last line of the check. */
export function summarize(counts: TestCount[]): TestCount & { line: string } {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return { passed, failed, line: `${passed} passed, ${failed} failed` };
}

function readCount<Report>(reportFile: string, count: (report: Report) => TestCount): TestCount {
  try {
    return count(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
