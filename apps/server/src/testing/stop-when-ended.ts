import { constants } from 'node:os';

/** Runs `stop` when a signal ends this run, and then ends it: nothing that it started outlives it. Vitest handles SIGINT itself. */
export function stopWhenEnded(
  stop: () => Promise<void>,
  signals: readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[] = ['SIGTERM', 'SIGHUP'],
): void {
  for (const signal of signals)
    process.once(signal, () => void stop().finally(() => process.exit(128 + constants.signals[signal])));
}
