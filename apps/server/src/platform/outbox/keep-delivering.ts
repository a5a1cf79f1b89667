import { setTimeout as sleep } from 'node:timers/promises';
import { deliverDueMessages, type Postman } from './deliver.ts';

const pauseMs = 1_000;

/**
 * Sends what is due, again and again, until told to stop: a message waits a second at most, far less than a job’s
 * round. Several servers may do so at once; each message is taken by one. Gives what stops it, after the message
 * in hand.
 */
export function keepDelivering(postman: Postman): () => Promise<void> {
  const stopping = new AbortController();
  const deliver = async () => {
    while (!stopping.signal.aborted) {
      const tried = await deliverDueMessages(postman).catch((error: unknown) => {
        postman.portal.log.warn({ err: error }, 'outbox not read');
        return 0;
      });
      if (tried === 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const delivering = deliver();
  return async () => {
    stopping.abort();
    await delivering;
  };
}
