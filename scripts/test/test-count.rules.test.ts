import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countPlaywright, countStep, countVitest, summarize } from './test-count.ts';

const noStep = { title: 'types', succeeded: true };

test.each([
  ['all pass', [{ status: 'passed', assertionResults: [1, 2] }], 2, 0, { passed: 2, failed: 0 }],
  ['one fails', [{ status: 'failed', assertionResults: [1, 2] }], 1, 1, { passed: 1, failed: 1 }],
  ['a file does not load', [{ status: 'failed', assertionResults: [] }], 0, 0, { passed: 0, failed: 1 }],
])('unit tests: %s', (_, testResults, numPassedTests, numFailedTests, expected) => {
  expect(countVitest({ testResults, numPassedTests, numFailedTests })).toEqual(expected);
});

test.each([
  ['all pass', { expected: 3, unexpected: 0, flaky: 0 }, [], { passed: 3, failed: 0 }],
  ['one needed a second try', { expected: 2, unexpected: 0, flaky: 1 }, [], { passed: 2, failed: 1 }],
  ['the portal did not start', { expected: 0, unexpected: 0, flaky: 0 }, ['no'], { passed: 0, failed: 1 }],
])('browser tests: %s', (_, stats, errors, expected) => {
  expect(countPlaywright({ stats, errors })).toEqual(expected);
});

test('a step that failed without a report counts as one failure, a good one without tests as none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const report = join(folder, 'report.json');
  expect(countStep({ ...noStep, succeeded: false }, report, countVitest)).toEqual({ passed: 0, failed: 1 });
  expect(countStep(noStep, report, countVitest)).toEqual({ passed: 0, failed: 0 });
  writeFileSync(report, JSON.stringify({ numPassedTests: 5, numFailedTests: 0, testResults: [] }));
  expect(countStep({ ...noStep, succeeded: false }, report, countVitest)).toEqual({ passed: 5, failed: 1 });
  rmSync(folder, { recursive: true });
});

test('the last line sums all steps', () => {
  const summary = summarize([
    { passed: 5, failed: 0 },
    { passed: 7, failed: 2 },
  ]);
  expect(summary).toEqual({ passed: 12, failed: 2, line: '12 passed, 2 failed' });
});
