import { setTimeout as sleep } from 'node:timers/promises';
import { type Postmaster, stopPostmaster } from './postmaster.ts';

/** The log of the supervisor. */
export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
}

const firstDelayMs = 250;
const maxDelayMs = 30_000;
/** After running this long, the next failure counts as the first again. */
const stableMs = 60_000;

/**
 * Keeps PostgreSQL running. When it ends unexpectedly (full disk, kill), restarts it, with growing delays.
 */
export async function supervise(
  start: () => Promise<Postmaster>,
  log: SupervisorLog,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let current: Postmaster | undefined = await start();

  const keepRunning = async () => {
    let delayMs = firstDelayMs;
    // A start that succeeds during a stop is not waited for: the stop ends it.
    while (current && !stopping.signal.aborted) {
      const startedAt = performance.now();
      await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > stableMs) delayMs = firstDelayMs;
      current = await restart();
    }

    async function restart(): Promise<Postmaster | undefined> {
      while (!stopping.signal.aborted) {
        log.warn(`PostgreSQL ended unexpectedly; restarting it in ${delayMs} ms.`);
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        delayMs = Math.min(2 * delayMs, maxDelayMs);
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
      // A start that was in progress during the stop has finished by now, and may have succeeded.
      if (current) await stopPostmaster(current.pid);
    },
  };
}
