import { idOrNobody } from '../../platform/database/uuid.ts';
import { onItsWayMs } from '../charging/charge-lookup.service.ts';
import type { PayingPortal } from '../feature.ts';
import { getPayment } from '../payment-state/payment.repository.ts';
import { inquiryOf } from './make-refund.service.ts';
import { findRefundById, type Refund, takeDueRefunds } from './refund.repository.ts';
import { recordRefund } from './refund-outcome.service.ts';

const betweenInquiriesMs = 60_000;

/** Asks the processors what came of the refunds that are due, and records it. Never refunds. */
export async function reconcileRefunds(portal: PayingPortal): Promise<void> {
  const { now } = await portal.moment(portal.db);
  const due = await takeDueRefunds(portal.db, now, new Date(now.getTime() + betweenInquiriesMs));
  await Promise.all(due.map((refund) => reconcileRefund(portal, refund, now)));
}

async function reconcileRefund(portal: PayingPortal, refund: Refund, now: Date): Promise<void> {
  const payment = await getPayment(portal.db, { accountId: refund.accountId, id: refund.paymentId });
  const inquiry = inquiryOf(payment, refund);
  if (payment.processor === null || !inquiry) return;
  const { inquiryWindowMs, ...processor } = portal.processors[payment.processor];
  const found = await processor.inquireRefund(inquiry);
  const ageMs = now.getTime() - refund.requestedAt.getTime();
  const isForgotten = inquiryWindowMs !== null && ageMs >= inquiryWindowMs;
  // As of a charge: what is not found after the time in which it can be on its way was never made.
  if (found.outcome === 'not-found' && (isForgotten || ageMs < onItsWayMs(portal))) return;
  const neverMade = { outcome: 'refused', text: 'the processor never got it' } as const;
  const result = found.outcome === 'not-found' ? neverMade : found;
  await recordRefund(portal, refund, { result, actor: 'system' });
}

/** Findings that an operator can record about a refund whose result is not known. */
export const refundFindings = ['refunded', 'not-refunded'] as const;

/** An operator's finding about a refund. */
export interface RefundSettlement {
  readonly refundId: string;
  readonly finding: (typeof refundFindings)[number];
  readonly by: string;
  /** The processor's own number of the refund. */
  readonly transaction: string | undefined;
  /** What the processor gave back, where that is not what it was asked for. */
  readonly amountCents: number | undefined;
}

/** Records an operator's finding. Returns the reason when it cannot be recorded, undefined otherwise. */
export async function settleRefundManually(
  portal: PayingPortal,
  { refundId, finding, by, transaction, amountCents }: RefundSettlement,
): Promise<string | undefined> {
  const refund = await findRefundById(portal.db, idOrNobody(refundId));
  if (!refund) return `There is no refund ${refundId}`;
  if (refund.state === 'DONE' || (refund.state === 'REFUSED' && finding === 'not-refunded'))
    return `The refund is ${refund.state} already`;
  if (finding === 'refunded' && !transaction)
    return '--transaction is missing: the processor’s number of the refund, or of the charge that it voided';
  const given = { transaction: transaction ?? null, amountCents: amountCents ?? refund.amountCents };
  const result =
    finding === 'refunded'
      ? ({ outcome: 'done', ...given } as const)
      : ({ outcome: 'refused', text: `not refunded, found by ${by}` } as const);
  const settled = await recordRefund(portal, refund, { result, actor: `operator:${by}` });
  return settled.state === 'UNKNOWN' ? `It cannot be booked: ${settled.text}` : undefined;
}
