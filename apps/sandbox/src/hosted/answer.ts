import { setTimeout as sleep } from 'node:timers/promises';
import { magicValues } from '../magic-values.ts';
import type { Entry, EntryCheck, FieldProblem } from './entry.rules.ts';
import type { HostedTexts } from './texts.ts';

/** What becomes of a valid entry. */
export type EntryResult = 'accepted' | 'refused' | 'error';

/** The cents that select the outcome of an entry's charges; 0 for ordinary ones. */
export function outcomeCentsOf({ keyword }: Entry): number {
  return magicValues.find((value) => value.keyword === keyword)?.cents ?? 0;
}

/** What its test number makes of an entry, after the wait that it selects. */
export async function resultOf({ effect }: Entry, slowMs: number): Promise<EntryResult> {
  if (effect === 'slow') await sleep(slowMs);
  return effect === 'refused' || effect === 'error' ? effect : 'accepted';
}

/** The problems of an entry with their words; undefined without any. */
export function describeProblems(
  check: EntryCheck,
  texts: HostedTexts,
): (FieldProblem & { text: string })[] | undefined {
  if (!('problems' in check)) return undefined;
  return check.problems.map((problem) => ({
    ...problem,
    text: texts.problems[problem.field][problem.reason] ?? texts.failed,
  }));
}
