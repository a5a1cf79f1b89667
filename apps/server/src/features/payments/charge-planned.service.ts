import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { getBalance } from '../balance/balance.service.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import { kindOf, payableMethodOf } from './begin-payment.service.ts';
import { chargePayment, type SubmittedPayment } from './charge-payment.service.ts';
import { type ChargedMethod, findChargedMethod } from './make-payment.repository.ts';
import { generateReference, sendWithinMs, unusableReason } from './make-payment.rules.ts';
import { finishCharge, insertAttempt, lockPayment, type PaymentKey } from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import { cancelPlan, listDuePlans, returnToPlan, submitPlan } from './planned-payments.repository.ts';
import { amountOnItsDay, type PlanEnd } from './planned-payments.rules.ts';
import { crashMarginMs } from './reconcile.rules.ts';

const actor = 'system';
const concurrency = 10;
const batchSize = 100;

/**
 * Charges the planned payments whose day has come, each once (PAY-7). One that cannot be charged yet, or that another server
 * has taken, waits for the next round. Stops early when the server stops.
 */
export async function chargeDuePlans(context: PaymentContext, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = context.portal;
  const taken = new Set<string>();
  while (!stopping?.aborted) {
    const due = await listDuePlans(db, dayOf(clock.now(), config.timeZone), batchSize + taken.size);
    const waiting = due.filter(({ id }) => !taken.has(id));
    if (waiting.length === 0) return;
    const work = async () => {
      for (let key = waiting.shift(); key && !stopping?.aborted; key = waiting.shift()) {
        taken.add(key.id);
        await chargeOrLog(context, key);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
}

async function chargeOrLog(context: PaymentContext, key: PaymentKey): Promise<void> {
  try {
    await chargePlan(context, key);
  } catch (error) {
    context.portal.log.error({ err: error, paymentId: key.id }, 'planned payment not charged');
  }
}

/** Charges one planned payment, as begin-payment does: stored as SUBMITTING first, then without lock or transaction. */
async function chargePlan(context: PaymentContext, key: PaymentKey): Promise<void> {
  const submitted = await beginPlan(context, key);
  if (!submitted) return;
  const { promisedCents, chargeable } = submitted;
  await chargePayment(context, chargeable, {
    actor,
    initiator: 'merchant',
    takesResult: (result) => keepForToday(context, { result, payment: chargeable.payment, promisedCents }),
  });
}

interface SubmittedPlan {
  readonly chargeable: SubmittedPayment;
  /** What was planned; the charge can be less. */
  readonly promisedCents: number;
}

async function beginPlan(context: PaymentContext, key: PaymentKey): Promise<SubmittedPlan | undefined> {
  const { portal } = context;
  return await portal.db.transaction().execute(async (trx) => {
    const { payment, now } = await lockPayment(trx, key, portal.databaseTime);
    const today = dayOf(now, portal.config.timeZone);
    const isDue = payment.state === 'PLANNED' && payment.plannedFor !== null && payment.plannedFor <= today;
    if (!isDue) return undefined;
    const balance = await getBalance(trx, payment.accountId, today);
    if (balance.unresolvedPaymentId) return undefined;
    const amountCents = amountOnItsDay(payment.amountCents, balance);
    if (amountCents === 0) return await endPlan(trx, context, { payment, now, cause: 'nothing-open' });
    const method = await findUsableMethod(trx, context, payment, today);
    if (!method) return await endPlan(trx, context, { payment, now, cause: 'method-not-usable' });
    if (context.processors[method.processor].refusesCalls()) return undefined;
    const submitted = await submit(trx, context, { payment, method, amountCents, now });
    return { chargeable: submitted, promisedCents: payment.amountCents };
  });
}

async function findUsableMethod(
  trx: Trx,
  context: PaymentContext,
  { accountId, method: { id } }: Payment,
  today: string,
): Promise<ChargedMethod | undefined> {
  const method = id === null ? undefined : await findChargedMethod(trx, accountId, id);
  return method && !unusableReason(payableMethodOf(context, method), today) ? method : undefined;
}

async function endPlan(
  trx: Trx,
  { portal }: PaymentContext,
  { payment, now, cause }: { payment: Payment; now: Date; cause: PlanEnd },
): Promise<undefined> {
  const cancelled = await cancelPlan(trx, payment, now);
  await announcePlan(trx, portal, { payment: cancelled, event: cause, actor, now });
}

interface DuePlan {
  readonly payment: Payment;
  readonly method: ChargedMethod;
  readonly amountCents: number;
  readonly now: Date;
}

async function submit(trx: Trx, { portal }: PaymentContext, plan: DuePlan): Promise<SubmittedPayment> {
  const { payment, method, amountCents, now } = plan;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const submitted = await submitPlan(trx, payment, {
    amountCents,
    at: now,
    on: dayOf(now, portal.config.timeZone),
    reference: payment.reference ?? generateReference(),
    reconcileAt: new Date(now.getTime() + portal.config.processorTimeoutMs + crashMarginMs),
  });
  const attempt = { kind: 'charge', startedAt: now, finishedAt: null, outcome: null, detail: null } as const;
  await insertAttempt(trx, submitted, attempt);
  await recordAudit(trx, {
    at: now,
    accountId: payment.accountId,
    actor,
    action: 'payments.submitted',
    detail: {
      paymentId: payment.id,
      amountCents,
      plannedCents: payment.amountCents,
      reference: submitted.reference,
    },
  });
  return {
    payment: submitted,
    token: openToken(portal, method.token),
    kind: kindOf(method),
    networkTransaction: method.networkTransaction,
    sendBefore,
  };
}

interface UnsentCharge {
  readonly result: PaymentResult;
  readonly payment: Payment;
  readonly promisedCents: number;
}

/**
 * Puts a payment whose charge was certainly not sent back to its plan while its day lasts, and returns true: the next round
 * tries again, with the same reference. Any other result is recorded, and so is the last one of the day.
 */
async function keepForToday(
  { portal }: PaymentContext,
  { result, payment, promisedCents }: UnsentCharge,
): Promise<boolean> {
  if (result.outcome !== 'unavailable' || result.isSent) return false;
  return await portal.db.transaction().execute(async (trx) => {
    const { payment: locked, now } = await lockPayment(trx, payment, portal.databaseTime);
    if (locked.state !== 'SUBMITTING' || dayOf(now, portal.config.timeZone) !== locked.plannedFor)
      return false;
    const { outcome, text: detail } = result;
    await finishCharge(trx, locked, {
      kind: 'charge',
      startedAt: locked.occurredAt,
      finishedAt: now,
      outcome,
      detail,
    });
    await returnToPlan(trx, locked, { amountCents: promisedCents, at: now });
    return true;
  });
}
