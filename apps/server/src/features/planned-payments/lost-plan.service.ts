import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { cancelPlan } from './planned-mail.service.ts';
import { listAccountPlans, type PlanSubmission, submitPlan } from './planned-payments.repository.ts';

const isUntil = ({ plannedFor }: Payment, day: string) => plannedFor !== null && plannedFor <= day;

/** Stores the plan of a locked account that a found charge equals as SUBMITTING. Returns undefined if there is none. */
export async function submitLostPlan(
  trx: Trx,
  { accountId, processor, lastFour }: ChargedMethod,
  found: PlanSubmission,
): Promise<Payment | undefined> {
  const plan = (await listAccountPlans(trx, accountId)).find(
    (one) =>
      isUntil(one, found.on) &&
      one.amountCents === found.amountCents &&
      one.processor === processor &&
      one.method.lastFour === lastFour,
  );
  return plan && (await submitPlan(trx, plan, found));
}

/** Ends an account's plans that should have been charged by a day, and says so by mail. */
export async function endPlansUntil(portal: Portal, accountId: string, day: string): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    for (const plan of await listAccountPlans(trx, accountId)) {
      const { payment, now } = await lockPayment(trx, portal, plan);
      if (payment.state === 'PLANNED' && isUntil(payment, day))
        await cancelPlan(trx, portal, { payment, event: 'missed', actor: 'system', now });
    }
  });
}
