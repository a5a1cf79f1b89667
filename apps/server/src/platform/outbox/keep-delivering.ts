import { setTimeout as sleep } from 'node:timers/promises';
import { deliverDueMessages, type OutboxContext } from './deliver.ts';

const pauseMs = 1_000;

/**
 * Sends due messages every second, sooner than a job could. Several servers may run it: one claims each message.
 * Returns a function that stops it after the current message.
 */
export function keepDelivering(context: OutboxContext): () => Promise<void> {
  const stopping = new AbortController();
  const deliver = async () => {
    while (!stopping.signal.aborted) {
      const attempts = await deliverDueMessages(context).catch((error: unknown) => {
        context.portal.log.warn({ err: error }, 'outbox not read');
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
