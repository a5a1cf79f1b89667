import type {
  CardProcessor,
  RefundRequest,
  RefundResult,
} from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Database } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import { type Deadline, deadlineIn } from '../../platform/deadline.ts';
import { getBalance } from '../balance/balance.service.ts';
import { sendWithinMs } from '../charging/charge.rules.ts';
import { reconcileAfter } from '../charging/charge.service.ts';
import { findPause } from '../charging/heartbeat.repository.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { findPaymentById, lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { insertRefund, listRefunds, type Refund } from './refund.repository.ts';
import { type RefundOrder, refundAmount, reopenedCents } from './refund.rules.ts';
import { recordRefund, settleRefund } from './refund-outcome.service.ts';

/** What a refund will do, item by item. */
export interface RefundPlan {
  readonly payment: Payment;
  readonly amountCents: number;
  /** Left of the payment after it. */
  readonly leftCents: number;
  /** What it makes owed again; the rest is free credit that it takes. */
  readonly reopenedCents: number;
  readonly endsAutopay: boolean;
  /** The planned payments that it cancels. */
  readonly canceledCents: number;
  readonly ordinal: number;
}

/** Why nothing is refunded, in one sentence. */
export interface RefundRefusal {
  readonly refusal: string;
}

/** Returns what a refund would do, or why it is refused. Asks no processor. */
export async function planRefund(
  portal: PayingPortal,
  order: RefundOrder,
  db: Database = portal.db,
): Promise<RefundPlan | RefundRefusal> {
  const payment = await findPaymentById(db, idOrNobody(order.paymentId));
  if (!payment) return { refusal: `There is no payment ${order.paymentId}: look for it with find` };
  const { accountId, processor } = payment;
  const today = dayOf(portal.clock.now(), portal.config.timeZone);
  const refunds = await listRefunds(db, payment);
  const balance = await getBalance(db, accountId, today);
  const pause = await findPause(db);
  const amountCents = refundAmount(order, {
    payment,
    kind: isBankAccount(payment.method) ? 'bank' : 'card',
    refunds,
    balance,
    refundedKinds: processor === null ? [] : portal.processors[processor].refundedKinds,
    limitCents: portal.config.limits.refundCents,
    isPaused: pause !== undefined && pause.reason !== 'stopped',
    today,
  });
  if (typeof amountCents === 'string') return { refusal: amountCents };
  const reopened = reopenedCents(balance, amountCents);
  return {
    payment,
    amountCents,
    leftCents: payment.amountCents - payment.refundedCents - amountCents,
    reopenedCents: reopened,
    endsAutopay: reopened > 0 && balance.isAutopayOn,
    canceledCents: reopened > 0 ? balance.plannedCents : 0,
    ordinal: (refunds.at(-1)?.ordinal ?? 0) + 1,
  };
}

/**
 * Gives back a completed payment or a part of it: stores the refund, commits, asks the processor once, and records what it says. What
 * stays UNKNOWN is asked for by a job. Returns the refund in its new state, or why nothing was refunded.
 */
export async function makeRefund(portal: PayingPortal, order: RefundOrder): Promise<Refund | RefundRefusal> {
  const plan = await planRefund(portal, order);
  if ('refusal' in plan) return plan;
  const means = await findMeans(portal, order, plan);
  if (typeof means !== 'string') return means;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const begun = await beginRefund(portal, order, { payment: plan.payment, means });
  if ('refusal' in begun || begun.state !== 'UNKNOWN') return begun;
  return await sendRefund(portal, plan.payment, begun, sendBefore);
}

/** Returns how the money is given back; a charge that has not settled is taken back, if all of it is meant. */
async function findMeans(
  portal: PayingPortal,
  order: RefundOrder,
  { payment, amountCents }: RefundPlan,
): Promise<Refund['means'] | RefundRefusal> {
  if (order.isRecorded || payment.processor === null) return 'recorded';
  if (amountCents < payment.amountCents) return 'refund';
  const found = await portal.processors[payment.processor].refundMeans(chargeOf(payment));
  if (found.outcome !== 'unavailable') return found.outcome;
  const text = 'Nothing was refunded: the processor does not say whether its charge has settled';
  return { refusal: `${text} (${found.text})` };
}

/** Stores a refund, decided again with its account locked; one that is recorded is done at once. */
async function beginRefund(
  portal: PayingPortal,
  order: RefundOrder,
  { payment: { accountId, id: paymentId }, means }: Pick<RefundPlan, 'payment'> & Pick<Refund, 'means'>,
): Promise<Refund | RefundRefusal> {
  return await portal.db.transaction().execute(async (trx) => {
    const { payment, ...moment } = await lockPayment(trx, portal, { accountId, id: paymentId });
    const { now: at } = moment;
    const plan = await planRefund(portal, order, trx);
    if ('refusal' in plan) return plan;
    const { amountCents, ordinal } = plan;
    const actor = `operator:${order.by}`;
    const reason = order.reason.trim();
    const refund = await insertRefund(trx, {
      ...{
        account_id: accountId,
        payment_id: paymentId,
        ordinal,
        amount_cents: amountCents,
        means,
        reason,
        actor,
      },
      ...{ state: 'UNKNOWN', state_at: at, requested_at: at, reconcile_at: reconcileAfter(at, portal) },
    });
    if (means === 'recorded') {
      const result = { outcome: 'done', transaction: null, amountCents } as const;
      return await settleRefund({ trx, portal, payment, refund, ...moment }, { result, actor });
    }
    const detail = { paymentId, refundId: refund.id, amountCents, means, reason };
    await recordAudit(trx, { at, accountId, actor, action: 'payments.refund-requested', detail });
    return refund;
  });
}

/** Sends a committed refund once and records what its processor says. */
async function sendRefund(
  portal: PayingPortal,
  payment: Payment,
  refund: Refund,
  sendBefore: Deadline,
): Promise<Refund> {
  const inquiry = inquiryOf(payment, refund);
  if (payment.processor === null || !inquiry) return refund;
  const result = await refundOnce(portal.processors[payment.processor], { ...inquiry, sendBefore });
  return await recordRefund(portal, refund, { result, actor: refund.actor });
}

/** Refunds unless the processor has it already: a database that was restored does not know what it sent. */
async function refundOnce(processor: CardProcessor, request: RefundRequest): Promise<RefundResult> {
  const found = await processor.inquireRefund(request);
  if (found.outcome === 'unknown') return { outcome: 'refused', text: `not sent: ${found.text}` };
  return found.outcome === 'not-found' ? await processor.refund(request) : found;
}

/** Returns what a processor is asked about a refund; undefined of one that is recorded. */
export function inquiryOf(payment: Payment, { means, reference, amountCents }: Refund) {
  return means === 'recorded' ? undefined : { means, charge: chargeOf(payment), reference, amountCents };
}

function chargeOf({ reference, transaction, transactionIndex }: Payment) {
  return { reference: reference ?? '', transaction: transaction ?? '', transactionIndex };
}
