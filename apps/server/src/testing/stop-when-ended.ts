import { constants } from 'node:os';

/** Runs `stop` when a signal ends this run of tests, and then ends it: nothing that it started outlives it. */
export function stopWhenEnded(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(128 + constants.signals[signal])));
}
