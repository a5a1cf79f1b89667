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
import { listRefunds, type Refund, updateRefund } from './refund.repository.ts';
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
export async function recordRefund(portal: Portal, known: Refund, record: RefundRecord): Promise<Refund> {
  return await portal.db.transaction().execute(async (trx) => {
    const key = { accountId: known.accountId, id: known.paymentId };
    const { payment, ...moment } = await lockPayment(trx, portal, key);
    const refund = (await listRefunds(trx, key)).find(({ id }) => id === known.id) ?? known;
    return await settleRefund({ trx, portal, payment, refund, ...moment }, record);
  });
}

/** Does for a locked refund what {@link recordRefund} does. */
export async function settleRefund(locked: LockedRefund, record: RefundRecord): Promise<Refund> {
  const { trx, refund, payment, now: at, portal } = locked;
  const { result, actor } = record;
  // One that was refused can be found to be done after all.
  if (refund.state === 'DONE' || (refund.state === 'REFUSED' && result.outcome !== 'done')) return refund;
  if (result.outcome === 'unknown') return await updateRefund(trx, refund, { failure_text: result.text });
  const { accountId, id: paymentId } = payment;
  const { id: refundId, means, reason } = refund;
  const audited = { at, accountId, actor };
  if (result.outcome === 'refused') {
    const detail = { paymentId, refundId, amountCents: refund.amountCents, text: result.text };
    await recordAudit(trx, { ...audited, action: 'payments.refund-refused', detail });
    const refused = { state: 'REFUSED', state_at: at, failure_text: result.text } as const;
    return await updateRefund(trx, refund, refused);
  }
  const { amountCents, transaction } = result;
  if (payment.state !== 'COMPLETED' || payment.refundedCents + amountCents > payment.amountCents) {
    // It waits for a person, in manual review.
    const text = `done at the processor, but the payment is ${payment.state} with ${payment.refundedCents} cents given back`;
    portal.log.error({ refundId, paymentId }, text);
    return await updateRefund(trx, refund, { state: 'UNKNOWN', failure_text: text });
  }
  const detail = { paymentId, refundId, amountCents, means, reason, transaction };
  await recordAudit(trx, { ...audited, action: 'payments.refunded', detail });
  return await bookRefunded(locked, result, record.isNotified ?? false);
}

/** Books what was given back, and what that does to the account. */
async function bookRefunded(
  { trx, portal, payment, refund, now, today }: LockedRefund,
  { amountCents, transaction }: Extract<RefundResult, { readonly outcome: 'done' }>,
  isNotified: boolean,
): Promise<Refund> {
  const { accountId } = payment;
  const time = { occurredOn: today, at: now, today };
  const balance = await getBalance(trx, accountId, today);
  const reopened = reopenedCents(balance, amountCents);
  const refundedCents = payment.refundedCents + amountCents;
  await updatePayment(trx, payment, {
    refunded_cents: refundedCents,
    ...(refundedCents === payment.amountCents && { state: 'REFUNDED', state_at: now, reconcile_at: null }),
  });
  const done = await updateRefund(trx, refund, {
    state: 'DONE',
    state_at: now,
    occurred_on: today,
    amount_cents: amountCents,
    processor_transaction: transaction,
    failure_text: null,
  });
  await bookRefund(trx, done, time);
  await releasePayment(trx, payment, time);
  const endsAutopay = reopened > 0 && balance.isAutopayOn;
  const cancelsPlans = reopened > 0 && balance.plannedCents > 0;
  if (endsAutopay) await stopForRefund(trx, accountId, now);
  if (cancelsPlans) await cancelPlans(trx, portal, accountId, now);
  const { id, means } = refund;
  if (!isNotified)
    await queuePaymentMail(trx, portal, {
      template: 'payment-refunded',
      payment,
      day: payment.occurredOn,
      amountDueCents: null,
      refund: { id, amountCents, means, reopenedCents: reopened, endsAutopay, cancelsPlans },
      correlationId: null,
    });
  return done;
}
