import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { chargeAutomatically } from '../charging/automatic-charge.service.ts';
import { sendWithinMs } from '../charging/charge.rules.ts';
import { type Charge, reconcileAfter, submitCharge } from '../charging/charge.service.ts';
import type { ChargeLookup } from '../charging/charge-lookup.service.ts';
import { handleDuePayments } from '../charging/due-payments.service.ts';
import { readPauseReason } from '../charging/heartbeat.repository.ts';
import { findUsableMethod } from '../charging/usable-method.service.ts';
import type { PayingPortal } from '../feature.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { findFirstAttemptAt } from '../payment-state/attempt.repository.ts';
import {
  type LockedPayment,
  lockPayment,
  type Payment,
  type PaymentKey,
} from '../payment-state/payment.repository.ts';
import { isAutomatic } from '../payment-state/payment-state.rules.ts';
import { openComparedLookup } from '../reconciliation/processor-records.service.ts';
import { cancelPlan } from './planned-mail.service.ts';
import { listDuePlans, submitPlan } from './planned-payments.repository.ts';
import { amountOnItsDay, dueStateOf, type PlanEnd, retryAfterMs } from './planned-payments.rules.ts';

const actor = 'system';

/**
 * Charges the planned payments whose day has come, each once (PAY-7). One that cannot be charged yet, or that another server
 * has taken, waits for the next round; one whose processor was away waits longer.
 */
export async function chargeDuePlans(portal: PayingPortal, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = portal;
  const list = (limit: number) => {
    const now = clock.now();
    const triedBefore = new Date(now.getTime() - retryAfterMs);
    return listDuePlans(db, dayOf(now, config.timeZone), triedBefore, limit);
  };
  const lookup = openComparedLookup(portal);
  const handle = async (key: PaymentKey) => {
    await lookup.report();
    await chargePlan(portal, lookup, key);
  };
  await handleDuePayments(portal, { list, handle, failure: 'planned payment not charged' }, stopping);
}

/** Charges one planned payment, as make-payment does: stored as SUBMITTING first, then without lock or transaction. */
async function chargePlan(portal: PayingPortal, lookup: ChargeLookup, key: PaymentKey): Promise<void> {
  const begun = await beginPlan(portal, key);
  if (begun) await chargeAutomatically(portal, lookup, begun);
}

async function beginPlan(portal: PayingPortal, key: PaymentKey): Promise<Charge | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const isWaiting = (await readPauseReason(trx)) !== undefined;
    return isWaiting ? undefined : await beginLocked(trx, portal, await lockPayment(trx, portal, key));
  });
}

async function beginLocked(
  trx: Trx,
  portal: PayingPortal,
  { payment, now, today }: LockedPayment,
): Promise<Charge | undefined> {
  const dueState = dueStateOf(payment, today);
  if (dueState === 'not-due') return undefined;
  const end = async (event: PlanEnd): Promise<undefined> =>
    void (await cancelPlan(trx, portal, { payment, event, actor, now }));
  if (dueState === 'missed') return await end('missed');
  const balance = await getBalance(trx, payment.accountId, today);
  if (balance.unresolvedPaymentId) return undefined;
  if (isDropped(payment, balance)) return await end('autopay-changed');
  const amountCents = amountOnItsDay(payment.amountCents, balance);
  if (amountCents === 0) return await end('nothing-open');
  const method = await findMethodOf(trx, portal, payment, today);
  if (!method) return await end('method-not-usable');
  // After its day there is a try all the same, so that its customer hears of its outcome.
  const isItsDay = payment.plannedFor === today;
  if (isItsDay && portal.processors[method.processor].refusesCalls()) return undefined;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const reconcileAt = reconcileAfter(now, portal);
  const submitted = await submitPlan(trx, payment, { amountCents, at: now, on: today, reconcileAt });
  const charge = { payment: submitted, method, actor, now, sendBefore, plannedCents: payment.amountCents };
  const sentAt = payment.reference === null ? null : await findFirstAttemptAt(trx, payment);
  return { ...(await submitCharge(trx, portal, charge)), sentAt };
}

/** Returns whether autopay, which made the payment, is off or has another method. */
function isDropped(payment: Payment, { autopay }: Balance): boolean {
  return isAutomatic(payment) && autopay?.methodId !== payment.method.id;
}

async function findMethodOf(
  trx: Trx,
  portal: PayingPortal,
  { accountId, method: { id: methodId } }: Payment,
  today: string,
): Promise<ChargedMethod | undefined> {
  const usable = methodId && (await findUsableMethod(trx, portal, { accountId, methodId }, today));
  return usable && 'method' in usable ? usable.method : undefined;
}
