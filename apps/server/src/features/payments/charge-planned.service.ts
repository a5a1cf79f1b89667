import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import { handleDuePayments } from './due-payments.service.ts';
import type { ChargedMethod } from './make-payment.repository.ts';
import { generateReference, sendWithinMs } from './make-payment.rules.ts';
import { lockPayment } from './payment-outcome.repository.ts';
import { type PaymentContext, recordResult } from './payment-outcome.service.ts';
import type { Payment, PaymentKey } from './payments.repository.ts';
import { isAutomatic } from './payments.rules.ts';
import { announcePlan } from './planned-mail.service.ts';
import { cancelPlan, listDuePlans, submitPlan } from './planned-payments.repository.ts';
import { amountOnItsDay, dueStateOf, type PlanEnd, retryAfterMs } from './planned-payments.rules.ts';
import {
  findUsableMethod,
  reconcileAfter,
  type SubmittedPayment,
  submitPayment,
} from './submit-payment.service.ts';
import { keepForToday } from './unsent-charge.service.ts';

const actor = 'system';

/**
 * Charges the planned payments whose day has come, each once (PAY-7). One that cannot be charged yet, or that another server
 * has taken, waits for the next round; one whose processor was away waits longer.
 */
export async function chargeDuePlans(context: PaymentContext, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = context.portal;
  const list = (limit: number) => {
    const now = clock.now();
    const triedBefore = new Date(now.getTime() - retryAfterMs);
    return listDuePlans(db, { today: dayOf(now, config.timeZone), triedBefore }, limit);
  };
  const handle = (key: PaymentKey) => chargePlan(context, key);
  await handleDuePayments(context, { list, handle, failure: 'planned payment not charged' }, stopping);
}

/** Charges one planned payment, as begin-payment does: stored as SUBMITTING first, then without lock or transaction. */
async function chargePlan(context: PaymentContext, key: PaymentKey): Promise<void> {
  const submitted = await beginPlan(context, key);
  if (!submitted) return;
  const { chargeable, isRetry } = submitted;
  if (isRetry && (await settleEarlierTry(context, chargeable))) return;
  await chargePayment(context, chargeable, {
    actor,
    initiator: 'merchant',
    takesResult: (result) => keepForToday(context, chargeable.payment, result),
  });
}

/**
 * Asks for the charge of an earlier try of the day before there is another one: a processor that said it was away may have
 * made it after all. Returns false when it has no such charge, so that it can be made.
 */
async function settleEarlierTry(
  context: PaymentContext,
  { payment, kind }: SubmittedPayment,
): Promise<boolean> {
  const { processor, reference, amountCents } = payment;
  if (!processor || !reference) return false;
  const found = await context.processors[processor].inquire({
    reference,
    transaction: null,
    amountCents,
    kind,
  });
  if (found.outcome === 'not-found') return false;
  const text = 'text' in found ? found.text : null;
  const isAway = found.outcome === 'unknown';
  const result = isAway ? ({ outcome: 'unavailable', isSent: true, text: text ?? '' } as const) : found;
  if (await keepForToday(context, payment, result)) return true;
  const attempt = {
    kind: 'inquiry',
    startedAt: payment.occurredAt,
    outcome: found.outcome,
    detail: text,
  } as const;
  await recordResult(context.portal, payment, { result, attempt, actor });
  return true;
}

interface SubmittedPlan {
  readonly chargeable: SubmittedPayment;
  /** True when its processor was away before. */
  readonly isRetry: boolean;
}

async function beginPlan(context: PaymentContext, key: PaymentKey): Promise<SubmittedPlan | undefined> {
  const { portal } = context;
  return await portal.db.transaction().execute(async (trx) => {
    const { payment, now } = await lockPayment(trx, key, portal.databaseTime);
    const today = dayOf(now, portal.config.timeZone);
    const dueState = dueStateOf(payment, today);
    if (dueState === 'not-due') return undefined;
    const end = (cause: PlanEnd) => endPlan(trx, context, { payment, now, cause });
    if (dueState === 'missed') return await end('missed');
    const balance = await getBalance(trx, payment.accountId, today);
    if (balance.unresolvedPaymentId) return undefined;
    if (isDropped(payment, balance)) return await end('autopay-changed');
    const amountCents = amountOnItsDay(payment.amountCents, balance);
    if (amountCents === 0) return await end('nothing-open');
    const method = await findMethodOf(trx, context, payment, today);
    if (!method) return await end('method-not-usable');
    // After its day there is a try all the same, so that its customer hears what became of it.
    const isItsDay = payment.plannedFor === today;
    if (isItsDay && context.processors[method.processor].refusesCalls()) return undefined;
    const submitted = await submit(trx, context, { payment, method, amountCents, now });
    const isRetry = payment.reference !== null;
    return { chargeable: submitted, isRetry };
  });
}

/** Returns whether autopay, which made the payment, is off or has another method. */
function isDropped(payment: Payment, { autopay }: Balance): boolean {
  return isAutomatic(payment) && autopay?.methodId !== payment.method.id;
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
