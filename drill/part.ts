import type { TestCount } from '../scripts/test/test-count.ts';
import type { DrillEnvironment } from './drill-environment.ts';

/** What a part of a drill counted, and what did not hold. */
export interface DrillResult {
  /** Counts in the order they are printed: `{ kills: 28, charges: 28 }`. */
  readonly counts: Readonly<Record<string, number | string>>;
  /** One sentence for each promise that did not hold. Empty: the part passed. */
  readonly failures: readonly string[];
}

/** One part of a drill. */
export interface DrillPart {
  readonly name: string;
  /** What it proves, in one line. */
  readonly proves: string;
  /** Programs that it starts, such as `nginx`. A missing one fails the part with its Debian package. */
  readonly programs?: readonly string[];
  run(environment: DrillEnvironment): Promise<DrillResult>;
}

/** Returns the sentence if a promise did not hold. */
export function when(isFailure: boolean, sentence: string): string[] {
  return isFailure ? [sentence] : [];
}

/** Returns the result of a part that runs tests. */
export function resultOf({ passed, failed }: TestCount): DrillResult {
  return { counts: { passed, failed }, failures: when(failed > 0, `${failed} tests failed`) };
}
