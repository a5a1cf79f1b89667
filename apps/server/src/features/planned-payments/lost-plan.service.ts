import type { Trx } from '../../platform/database/connect.ts';
import type { PayingPortal } from '../feature.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import {
  cancelPlan,
  listPlansUntil,
  type PlanSubmission,
  submitPlan,
} from './planned-payments.repository.ts';

/** Stores the plan of a locked account that a found charge equals as SUBMITTING. Returns undefined if there is none. */
export async function submitLostPlan(
  trx: Trx,
  { accountId, processor, lastFour }: ChargedMethod,
  found: PlanSubmission,
): Promise<Payment | undefined> {
  const plans = await listPlansUntil(trx, accountId, found.on);
  const plan = plans.find(
    (one) =>
      one.amountCents === found.amountCents &&
      one.processor === processor &&
      one.method.lastFour === lastFour,
  );
  return plan && (await submitPlan(trx, plan, found));
}

/** Ends an account's plans that should have been charged by a day, and says so by mail. */
export async function endPlansUntil(portal: PayingPortal, accountId: string, day: string): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    for (const plan of await listPlansUntil(trx, accountId, day)) {
      const { payment, now } = await lockPayment(trx, portal, plan);
      if (payment.state !== 'PLANNED') continue;
      const cancelled = await cancelPlan(trx, payment, now);
      await announcePlan(trx, portal, { payment: cancelled, event: 'missed', actor: 'system', now });
    }
  });
}
