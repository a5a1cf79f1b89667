import { setTimeout as sleep } from 'node:timers/promises';
import { type Postmaster, stopPostmaster } from './postmaster.ts';

/** Where the supervisor says what happens. */
export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** Having run for this long, the next failure counts as the first again. */
const steadyMs = 60_000;

/**
 * Keeps PostgreSQL running: whenever it ends without being told to (a full disk, a kill), it is started again, with
 * growing pauses.
 */
export async function supervise(
  start: () => Promise<Postmaster>,
  log: SupervisorLog,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let current: Postmaster | undefined = await start();

  const keepRunning = async () => {
    let pauseMs = firstPauseMs;
    while (current) {
      const startedAt = performance.now();
      await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs;
      current = await startAgain();
    }

    async function startAgain(): Promise<Postmaster | undefined> {
      while (!stopping.signal.aborted) {
        log.warn(`PostgreSQL ended unexpectedly; starting it again in ${pauseMs} ms.`);
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
        if (stopping.signal.aborted) return undefined;
        const restarted = await start().catch((error: Error) => log.warn(error.message));
        if (!restarted) continue;
        log.info('PostgreSQL is running again.');
        return restarted;
      }
      return undefined;
    }
  };

  const watching = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      if (current) await stopPostmaster(current.pid);
      await watching;
      // A start that was under way when the stop came has ended by now, and may have succeeded.
      if (current) await stopPostmaster(current.pid);
    },
  };
}
