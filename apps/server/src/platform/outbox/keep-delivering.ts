import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';

/**
 * Sends due messages with this pause, sooner than a job could. Several servers may run it: one claims each message.
 * `deliverDue` returns how many it attempted. Returns a function that stops it after the current round.
 */
export function keepDelivering(
  log: BaseLogger,
  pauseMs: number,
  deliverDue: () => Promise<number>,
): () => Promise<void> {
  const stopping = new AbortController();
  const deliver = async () => {
    while (!stopping.signal.aborted) {
      const attempts = await deliverDue().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox not read');
        return 0;
      });
      if (attempts === 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const delivering = deliver();
  return async () => {
    stopping.abort();
    await delivering;
  };
}
