/** The results that an account can have in a run. */
export const runResults = ['paid', 'pending', 'failed', 'unknown', 'waiting', 'not-due', 'error'] as const;
export type RunResult = (typeof runResults)[number];

/** An account after its turn. */
export interface CollectedAccount {
  readonly result: RunResult;
  readonly amountCents: number;
}

/** Returns the result of an account from which nothing was collected. */
export function nothing(result: RunResult): CollectedAccount {
  return { result, amountCents: 0 };
}
