import { inParallel } from '../../platform/in-parallel.ts';
import type { PayingPortal } from '../feature.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';

const concurrency = 10;
const batchSize = 100;

/** Payments that a job handles. */
export interface DuePayments {
  /** Lists those that are due, oldest first. */
  readonly list: (limit: number) => Promise<PaymentKey[]>;
  readonly handle: (key: PaymentKey) => Promise<unknown>;
  /** What the log says of one that could not be handled. */
  readonly failure: string;
}

/**
 * Handles each due payment once. One that fails, or that another server has taken, waits for the next round. Stops early
 * when the server stops.
 */
export async function handleDuePayments(
  portal: PayingPortal,
  { list, handle, failure }: DuePayments,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const taken = new Set<string>();
  const handleOrLog = async (key: PaymentKey) => {
    taken.add(key.id);
    try {
      await handle(key);
    } catch (error) {
      portal.log.error({ err: error, paymentId: key.id }, failure);
    }
  };
  while (!stopping?.aborted) {
    const waiting = (await list(batchSize + taken.size)).filter(({ id }) => !taken.has(id));
    if (waiting.length === 0) return;
    await inParallel(waiting, concurrency, handleOrLog, stopping);
  }
}
