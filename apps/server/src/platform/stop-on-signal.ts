import type { BaseLogger } from 'pino';
import { stopWithLauncher } from './launcher.ts';

/** Ctrl-C, and a signal to a process group, reach the server twice: directly, and passed on by npm. */
const sameSignalMs = 1_000;

/**
 * Runs `stop` at the first SIGTERM or SIGINT, or when the launcher ends, and exits with 0 (STOP-1). A second signal,
 * more than a second later, ends the process at once.
 */
export function stopOnSignal(log: BaseLogger, stop: (signal: string) => Promise<void>): void {
  let stoppedAt: number | undefined;
  const stopOnce = (signal: string) => {
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      stopOnce(signal);
    });
  }
  stopWithLauncher(() => stopOnce('launcher ended'));
}

/** Ends the process with an error if it still runs after this time. */
export function exitAfter(ms: number, log: BaseLogger): void {
  setTimeout(() => {
    log.error({ ms }, 'not everything ended in time');
    process.exit(1);
  }, ms).unref();
}
