import { dollarsFromCents } from '@myaccount/contract/money';
import type { cancelPlannedPayment as endpoint, PlannedPayment } from '@myaccount/contract/planned-payments';
import type { Trx } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { paymentMethodOf } from '../payment-methods/payment-methods.rules.ts';
import { lockPayment } from '../payment-state/payment.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import {
  cancelPlan,
  findPlanKey,
  listAccountPlans,
  listPlannedPayments,
} from './planned-payments.repository.ts';

/** PAY-7: returns an account's planned payments, the next one first. */
export async function showPlannedPayments(
  portal: Portal,
  caller: Caller,
  billingAccountId: string,
): Promise<PlannedPayment[]> {
  const plans = await listPlannedPayments(portal.db, caller, idOrNobody(billingAccountId));
  if (!plans) throw notFound();
  return plans.map((plan) => ({
    id: plan.id,
    planned_for: plan.plannedFor ?? plan.occurredOn,
    amount: dollarsFromCents(plan.amountCents),
    payment_method: paymentMethodOf(plan.method),
    created_at: plan.occurredAt.toISOString(),
  }));
}

/** Cancels all planned payments of a locked account because a refund reopened debt. The refund's mail says so. */
export async function cancelPlans(trx: Trx, portal: Portal, accountId: string, now: Date): Promise<void> {
  for (const plan of await listAccountPlans(trx, accountId)) {
    const payment = await cancelPlan(trx, plan, now);
    await announcePlan(trx, portal, { payment, event: 'refunded', actor: 'system', now });
  }
}

/**
 * PAY-7: cancels a planned payment, with audit and mail, or nothing. A cancelled one answers the same again. Throws a
 * {@link Refusal} once it is charged.
 */
export async function cancelPlannedPayment(
  portal: Portal,
  { caller, client, body }: SignedInCall<typeof endpoint>,
): Promise<{ id: string }> {
  return await portal.db.transaction().execute(async (trx) => {
    const key = await findPlanKey(trx, caller, idOrNobody(body.id));
    if (!key) throw notFound();
    const { payment, now } = await lockPayment(trx, portal, key);
    if (payment.state === 'CANCELLED') return { id: payment.id };
    if (payment.state !== 'PLANNED') throw new Refusal('payments.already-charged');
    const actor = `login:${caller.loginId}`;
    const cancelled = await cancelPlan(trx, payment, now);
    await announcePlan(trx, portal, { payment: cancelled, event: 'customer', actor, client, now });
    return { id: payment.id };
  });
}
