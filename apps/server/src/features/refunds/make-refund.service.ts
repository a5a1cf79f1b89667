import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Database } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { getBalance } from '../balance/balance.service.ts';
import { sendWithinMs } from '../charging/charge.rules.ts';
import { reconcileAfter } from '../charging/charge.service.ts';
import { findPause } from '../charging/heartbeat.repository.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { findPaymentById, lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { insertRefund, listRefunds, type Refund } from './refund.repository.ts';
import { isWhole, type RefundOrder, type RefundWay, refundAmount, reopenedCents } from './refund.rules.ts';
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
  const planned = await planRefund(portal, order);
  if ('refusal' in planned) return planned;
  const way = await findWay(portal, order, planned);
  if (typeof way !== 'string') return way;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const begun = await beginRefund(portal, order, way);
  if ('refusal' in begun || begun.state !== 'UNKNOWN') return begun;
  return await sendRefund(portal, planned.payment, begun, sendBefore);
}

/** Returns how the money is given back; a charge that has not settled is taken back, if all of it is meant. */
async function findWay(
  portal: PayingPortal,
  order: RefundOrder,
  { payment, amountCents }: RefundPlan,
): Promise<RefundWay | RefundRefusal> {
  const { processor } = payment;
  if (order.isRecorded || processor === null) return 'recorded';
  if (!isWhole(payment, amountCents)) return 'refund';
  const found = await portal.processors[processor].refundMeans(chargeOf(payment));
  return found.outcome === 'unavailable'
    ? {
        refusal: `Nothing was refunded: the processor does not say whether its charge has settled (${found.text})`,
      }
    : found.outcome;
}

/** Stores a refund, decided again with its account locked; one that is recorded is done at once. */
async function beginRefund(
  portal: PayingPortal,
  order: RefundOrder,
  means: RefundWay,
): Promise<Refund | RefundRefusal> {
  return await portal.db.transaction().execute(async (trx) => {
    const key = await findPaymentById(trx, idOrNobody(order.paymentId));
    if (!key) return { refusal: `There is no payment ${order.paymentId}` };
    const { payment, ...moment } = await lockPayment(trx, portal, key);
    const plan = await planRefund(portal, order, trx);
    if ('refusal' in plan) return plan;
    const { accountId, id: paymentId } = payment;
    const { now: requestedAt } = moment;
    const { amountCents, ordinal } = plan;
    const actor = `operator:${order.by}`;
    const reason = order.reason.trim();
    const refund = await insertRefund(
      trx,
      { accountId, paymentId, ordinal, means, amountCents, reason, actor, requestedAt },
      means === 'recorded' ? null : reconcileAfter(requestedAt, portal),
    );
    if (means === 'recorded') {
      const result = { outcome: 'done', transaction: null, amountCents } as const;
      return await settleRefund({ trx, portal, payment, refund, ...moment }, { result, actor });
    }
    const detail = { paymentId, refundId: refund.id, amountCents, means, reason };
    await recordAudit(trx, {
      at: requestedAt,
      accountId,
      actor,
      action: 'payments.refund-requested',
      detail,
    });
    return refund;
  });
}

/** Sends a committed refund once, unless its processor has it: a database that was restored does not know what it sent. */
async function sendRefund(
  portal: PayingPortal,
  payment: Payment,
  refund: Refund,
  sendBefore: ReturnType<typeof deadlineIn>,
): Promise<Refund> {
  const { processor } = payment;
  const inquiry = inquiryOf(payment, refund);
  if (processor === null || !inquiry) return refund;
  const gateway = portal.processors[processor];
  const found = await gateway.inquireRefund(inquiry);
  const notSent = (text: string) => ({ outcome: 'refused', text: `not sent: ${text}` }) as const;
  const result =
    found.outcome === 'not-found'
      ? await gateway.refund({ ...inquiry, sendBefore })
      : found.outcome === 'unknown'
        ? notSent(found.text)
        : found;
  return await recordRefund(portal, refund, { result, actor: refund.actor });
}

/** Returns what a processor is asked about a refund; undefined of one that is recorded. */
export function inquiryOf(payment: Payment, { means, reference, amountCents }: Refund) {
  return means === 'recorded' ? undefined : { means, charge: chargeOf(payment), reference, amountCents };
}

function chargeOf({ reference, transaction, transactionIndex }: Payment) {
  return { reference: reference ?? '', transaction: transaction ?? '', transactionIndex };
}
