import { recordAudit } from '../../platform/audit.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Portal } from '../../platform/portal.ts';
import { flagForManualReview } from '../payment-state/change-payment.repository.ts';
import type { PaymentResult } from '../payment-state/outcome.rules.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { findPaymentById, type Payment } from '../payment-state/payment.repository.ts';

/** Findings that an operator can record about a payment. */
export const findings = ['charged', 'not-charged', 'seen'] as const;
export type ManualFinding = (typeof findings)[number];

/** An operator's finding about a payment in manual review. */
export interface ManualSettlement {
  readonly paymentId: string;
  readonly finding: ManualFinding;
  readonly by: string;
  /** The processor's own number of the charge. */
  readonly transaction: string | undefined;
}

/** Records an operator's finding. Returns the reason when it cannot be recorded, undefined otherwise. */
export async function settleManually(
  portal: Portal,
  settlement: ManualSettlement,
): Promise<string | undefined> {
  const payment = await findPaymentById(portal.db, idOrNobody(settlement.paymentId));
  if (!payment) return `There is no payment ${settlement.paymentId}`;
  if (settlement.finding === 'seen') return await markSeen(portal, payment, settlement);
  const isOpen = payment.state === 'UNKNOWN' || payment.state === 'PENDING';
  if (!isOpen) return `The payment is ${payment.state}; only an unknown or pending payment can be settled`;
  if (settlement.finding === 'charged' && !settlement.transaction) {
    return '--transaction is missing: the processor’s number of the charge';
  }
  const attempt = {
    kind: 'inquiry',
    startedAt: portal.clock.now(),
    outcome: settlement.finding,
    detail: `found by ${settlement.by}`,
  } as const;
  const result = resultOf(payment, settlement);
  await recordResult(portal, payment, { result, attempt, actor: operator(settlement) });
  return undefined;
}

function resultOf(payment: Payment, { finding, transaction }: ManualSettlement): PaymentResult {
  if (finding !== 'charged' || !transaction) return { outcome: 'never-charged' };
  return { outcome: 'approved', transaction, amountCents: payment.amountCents };
}

async function markSeen(portal: Portal, payment: Payment, settlement: ManualSettlement): Promise<undefined> {
  await portal.db.transaction().execute(async (trx) => {
    await flagForManualReview(trx, payment, null);
    await recordAudit(trx, {
      at: portal.clock.now(),
      accountId: payment.accountId,
      actor: operator(settlement),
      action: 'payments.seen',
      detail: { paymentId: payment.id },
    });
  });
}

function operator({ by }: ManualSettlement): string {
  return `operator:${by}`;
}
