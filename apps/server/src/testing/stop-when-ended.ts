import { constants } from 'node:os';

/**
 * Runs `stop` when a signal ends this run, and then ends it: nothing that it started outlives it, also where no npm command runs it
 * (`scripts/run.ts`). Vitest and Playwright handle SIGINT themselves.
 */
export function stopWhenEnded(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(128 + constants.signals[signal])));
}
