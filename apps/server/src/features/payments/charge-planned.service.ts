import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { getBalance } from '../balance/balance.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import { handleDuePayments } from './due-payments.service.ts';
import type { ChargedMethod } from './make-payment.repository.ts';
import { generateReference, sendWithinMs } from './make-payment.rules.ts';
import { finishCharge, lockPayment, type PaymentKey } from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import { cancelPlan, listDuePlans, returnToPlan, submitPlan } from './planned-payments.repository.ts';
import { amountOnItsDay, type PlanEnd } from './planned-payments.rules.ts';
import {
  findUsableMethod,
  reconcileAfter,
  type SubmittedPayment,
  submitPayment,
} from './submit-payment.service.ts';

const actor = 'system';

/**
 * Charges the planned payments whose day has come, each once (PAY-7). One that cannot be charged yet, or that another server
 * has taken, waits for the next round.
 */
export async function chargeDuePlans(context: PaymentContext, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = context.portal;
  const list = (limit: number) => listDuePlans(db, dayOf(clock.now(), config.timeZone), limit);
  const handle = (key: PaymentKey) => chargePlan(context, key);
  await handleDuePayments(context, { list, handle, failure: 'planned payment not charged' }, stopping);
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
    const method = await findMethodOf(trx, context, payment, today);
    if (!method) return await endPlan(trx, context, { payment, now, cause: 'method-not-usable' });
    if (context.processors[method.processor].refusesCalls()) return undefined;
    const submitted = await submit(trx, context, { payment, method, amountCents, now });
    return { chargeable: submitted, promisedCents: payment.amountCents };
  });
}

async function findMethodOf(
  trx: Trx,
  context: PaymentContext,
  { accountId, method: { id: methodId } }: Payment,
  today: string,
): Promise<ChargedMethod | undefined> {
  const usable = methodId && (await findUsableMethod(trx, context, { accountId, methodId, today }));
  return usable && 'method' in usable ? usable.method : undefined;
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
    reconcileAt: reconcileAfter(now, portal),
  });
  const plannedCents = payment.amountCents;
  return await submitPayment(trx, portal, {
    payment: submitted,
    method,
    actor,
    now,
    sendBefore,
    plannedCents,
  });
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
