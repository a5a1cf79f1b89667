import type { RefundResult } from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Moment } from '../../platform/database/database-time.ts';
import type { Portal } from '../../platform/portal.ts';
import { stopForRefund } from '../autopay/stop-autopay.service.ts';
import { getBalance, releasePayment } from '../balance/balance.service.ts';
import { bookRefund } from '../ledger/ledger.service.ts';
import { updatePayment } from '../payment-state/change-payment.repository.ts';
import { lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { queuePaymentMail } from '../payment-state/payment-mail.service.ts';
import { cancelPlans } from '../planned-payments/planned-payments.service.ts';
import { changeRefund, getRefund, type Refund, type RefundKey } from './refund.repository.ts';
import { reopenedCents } from './refund.rules.ts';

/** What came of a refund, and who says so. */
export interface RefundRecord {
  readonly result: RefundResult;
  /** `operator:NAME` or `system`. */
  readonly actor: string;
  /** True when its customer had a mail about it, before the database was restored. */
  readonly isNotified?: boolean;
}

/** A refund of a locked account, its payment, and the open transaction. */
interface LockedRefund extends Moment {
  readonly trx: Trx;
  readonly portal: Portal;
  readonly payment: Payment;
  readonly refund: Refund;
}

/**
 * Records what came of a refund: state, payment, ledger, open items, audit, and mail in one transaction, or nothing. What was
 * recorded first stays. Returns the refund's current state.
 */
export async function recordRefund(
  portal: Portal,
  key: RefundKey & { readonly paymentId: string },
  record: RefundRecord,
): Promise<Refund> {
  return await portal.db.transaction().execute(async (trx) => {
    const payer = { accountId: key.accountId, id: key.paymentId };
    const { payment, ...moment } = await lockPayment(trx, portal, payer);
    const refund = await getRefund(trx, key);
    return await settleRefund({ trx, portal, payment, refund, ...moment }, record);
  });
}

/** Does for a locked refund what {@link recordRefund} does. */
export async function settleRefund(locked: LockedRefund, record: RefundRecord): Promise<Refund> {
  const { trx, refund, now } = locked;
  const { result } = record;
  // One that was refused can be found to be done after all.
  if (refund.state === 'DONE' || (refund.state === 'REFUSED' && result.outcome !== 'done')) return refund;
  if (result.outcome === 'done') return await bookDone(locked, record, result);
  const state = result.outcome === 'refused' ? 'REFUSED' : 'UNKNOWN';
  const { amountCents } = refund;
  const change = {
    state,
    at: now,
    occurredOn: null,
    amountCents,
    transaction: null,
    text: result.text,
  } as const;
  if (state === 'REFUSED')
    await audit(locked, record.actor, 'payments.refund-refused', { text: result.text });
  return await changeRefund(trx, refund, change);
}

async function bookDone(
  locked: LockedRefund,
  { actor, isNotified = false }: RefundRecord,
  { amountCents, transaction }: Extract<RefundResult, { readonly outcome: 'done' }>,
): Promise<Refund> {
  const { trx, portal, payment, now, today } = locked;
  const { accountId } = payment;
  const refundedCents = payment.refundedCents + amountCents;
  if (payment.state !== 'COMPLETED' || refundedCents > payment.amountCents)
    return await changeRefund(trx, locked.refund, { ...unbookable(locked), transaction });
  const reopened = reopenedCents(await getBalance(trx, accountId, today), amountCents);
  const isWhole = refundedCents === payment.amountCents;
  await updatePayment(trx, payment, {
    refunded_cents: refundedCents,
    ...(isWhole && { state: 'REFUNDED', state_at: now, reconcile_at: null }),
  });
  const change = { state: 'DONE', at: now, occurredOn: today, amountCents, transaction, text: null } as const;
  const refund = await changeRefund(trx, locked.refund, change);
  await bookRefund(trx, refund, { occurredOn: today, at: now });
  await releasePayment(trx, payment, { today, at: now });
  const endsAutopay = reopened > 0 && (await stopForRefund(trx, accountId, now));
  const cancelsPlans = reopened > 0 && (await cancelPlans(trx, portal, accountId, now)) > 0;
  const { reason, means, id } = refund;
  await audit(locked, actor, 'payments.refunded', { amountCents, means, reason, transaction });
  if (!isNotified)
    await queuePaymentMail(trx, portal, {
      template: 'payment-refunded',
      payment,
      day: payment.occurredOn,
      amountDueCents: null,
      refund: { id, amountCents, means, reopenedCents: reopened, endsAutopay, cancelsPlans },
      correlationId: null,
    });
  return refund;
}

/** The processor gave back what this payment cannot give: it waits for a person, in manual review. */
function unbookable({ payment, refund, now, portal }: LockedRefund) {
  const text = `done at the processor, but the payment is ${payment.state} with ${payment.refundedCents} cents given back`;
  portal.log.error({ refundId: refund.id, paymentId: payment.id }, text);
  return { state: 'UNKNOWN', at: now, occurredOn: null, amountCents: refund.amountCents, text } as const;
}

/** Writes to the audit trail what became of a refund. */
async function audit(
  { trx, payment: { accountId, id: paymentId }, refund, now: at }: LockedRefund,
  actor: string,
  action: 'payments.refunded' | 'payments.refund-refused',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id: refundId, amountCents } = refund;
  await recordAudit(trx, {
    at,
    accountId,
    actor,
    action,
    detail: { paymentId, refundId, amountCents, ...detail },
  });
}
