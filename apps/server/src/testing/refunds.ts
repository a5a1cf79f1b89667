import type { ProcessorName } from '@myaccount/contract/processors';
import { makeRefund, type RefundRefusal } from '../features/refunds/make-refund.service.ts';
import type { Refund } from '../features/refunds/refund.repository.ts';
import type { RefundOrder } from '../features/refunds/refund.rules.ts';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import type { Payer, PayerOptions, PayingTestPortal } from './paying-portal.ts';
import { readRow, readRows } from './rows.ts';

/** A card's charge settles after a day. */
export const settledMs = 25 * 3_600_000;

/** Returns the portal as commands and jobs charge with it. */
export function payingPortalOf({ portal }: Pick<PayingTestPortal, 'portal'>) {
  return { ...portal, processors: openProcessors(portal.config) };
}

/** A payer with a completed payment of $84.99, made at a processor; at TranSafe it has settled, unless `isFresh`. */
export async function buildPaid(
  portal: PayingTestPortal,
  processor: ProcessorName,
  { isFresh = false, ...options }: PayerOptions & { readonly isFresh?: boolean } = {},
): Promise<{ payer: Payer; paymentId: string }> {
  const payer = await portal.buildPayer({ processor, ...options });
  const { id: paymentId, status } = (await portal.pay(payer)).json();
  if (status !== 'COMPLETED') throw new Error(`The payment is ${status}`);
  if (!isFresh) await portal.passTime(settledMs);
  return { payer, paymentId };
}

/** Refunds like an operator: all that is left, and it may reopen debt, unless the order says otherwise. */
export async function refund(
  portal: PayingTestPortal,
  paymentId: string,
  order: Partial<RefundOrder> = {},
): Promise<Refund | RefundRefusal> {
  return await makeRefund(payingPortalOf(portal), {
    paymentId,
    amountCents: undefined,
    reason: 'Charged for a day without service',
    by: 'Kim',
    isRecorded: false,
    mayReopen: true,
    ...order,
  });
}

/** Returns what the processors gave back of a payment: refunds, and the charge itself if it was voided. In cents. */
export async function givenBack(portal: PayingTestPortal, paymentId: string): Promise<number[]> {
  const { processor_transaction: transaction } = await readRow(portal.db, 'payment', { id: paymentId });
  const refunds = (await portal.sandbox.refunds()).filter(({ refundOf }) => refundOf === transaction);
  const voided = (await portal.sandbox.charges()).filter(
    ({ id, state }) => id === transaction && state === 'voided',
  );
  return [...refunds, ...voided].map(({ amountCents }) => amountCents);
}

/** Returns what the ledger has of a payment: event keys without ids, and cents. */
export async function postingsOf(portal: PayingTestPortal, paymentId: string) {
  const rows = await readRows(portal.db, 'ledger_posting', { payment_id: paymentId }, 'id');
  return rows.map(({ event_key, amount_cents }) => [event_key.split(':')[0], amount_cents]);
}
