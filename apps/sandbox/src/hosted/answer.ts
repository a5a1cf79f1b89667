import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry, FieldProblem } from './entry.rules.ts';
import type { HostedTexts } from './texts.ts';

/** Waits as long as the test number of an entry selects. */
export async function waitFor({ effect }: Entry, slowMs: number): Promise<void> {
  if (effect === 'slow') await sleep(slowMs);
}

/** The problems of what was typed with their words. */
export function describeProblems(problems: readonly FieldProblem[], texts: HostedTexts) {
  return problems.map((problem) => ({
    ...problem,
    text: texts.problems[problem.field][problem.reason] ?? texts.failed,
  }));
}
