import { processorNames } from '@myaccount/contract/processors';
import { handleDuePayments } from '../charging/due-payments.service.ts';
import { reconcilePayment } from '../charging/inquiry.service.ts';
import type { PayingPortal } from '../feature.ts';
import { longestUnknownWaitMs } from '../payment-state/inquiry.rules.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';
import { listResolvedDue, listUnresolvedDue } from './due.repository.ts';

/**
 * Reconciles the charges without a result that are due. Each processor has its own turn, so that a slow one does not
 * hold up the charges of the other. Stops early when the server stops.
 */
export async function reconcileUnresolved(portal: PayingPortal, stopping?: AbortSignal): Promise<void> {
  const { db, config } = portal;
  const longestWaitMs = longestUnknownWaitMs(config.processorTimeoutMs);
  const rounds = processorNames.map((processor) =>
    reconcileAll(
      portal,
      async (limit) => {
        const { now } = await portal.moment(db);
        return await listUnresolvedDue(db, now, { processor, longestWaitMs, limit });
      },
      stopping,
    ),
  );
  await Promise.all(rounds);
}

/** Reconciles the bank debits, and the failed charges to look up once more, that are due. */
export async function reconcileResolved(portal: PayingPortal, stopping?: AbortSignal): Promise<void> {
  const list = async (limit: number) =>
    await listResolvedDue(portal.db, (await portal.moment(portal.db)).now, limit);
  await reconcileAll(portal, list, stopping);
}

/** Reconciles each payment once. One that fails, or that another server has claimed, waits for the next round. */
async function reconcileAll(
  portal: PayingPortal,
  list: (limit: number) => Promise<PaymentKey[]>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const handle = (key: PaymentKey) => reconcilePayment(portal, key, 'schedule');
  await handleDuePayments(portal, { list, handle, failure: 'payment not reconciled' }, stopping);
}
