import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import {
  type changePlannedPayment as change,
  type cancelPlannedPayment as endpoint,
  lastPlanDay,
  type PlannedPayment,
} from '@myaccount/contract/planned-payments';
import type { Trx } from '../../platform/database/connect.ts';
import type { Moment } from '../../platform/database/database-time.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getBalance } from '../balance/balance.service.ts';
import { validateMethod } from '../charging/charge.rules.ts';
import { kindOf, payableMethodOf } from '../charging/usable-method.service.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import type { PayingPortal } from '../feature.ts';
import { paymentMethodOf } from '../payment-methods/payment-methods.rules.ts';
import { findChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { updatePayment } from '../payment-state/change-payment.repository.ts';
import { methodColumns } from '../payment-state/new-payment.repository.ts';
import { type LockedPayment, lockPayment } from '../payment-state/payment.repository.ts';
import { announcePlan, cancelPlan } from './planned-mail.service.ts';
import { findPlanKey, listAccountPlans, type Plan } from './planned-payments.repository.ts';
import { validatePlan } from './planned-payments.rules.ts';

/** PAY-7: returns an account's planned payments, the next one first. */
export async function showPlannedPayments(
  portal: Portal,
  caller: Caller,
  billingAccountId: string,
): Promise<PlannedPayment[]> {
  if (!caller.accountIds.includes(billingAccountId)) throw notFound();
  return (await listAccountPlans(portal.db, billingAccountId)).map(shownPlanOf);
}

/** Returns a planned payment as callers see it. */
function shownPlanOf(plan: Plan): PlannedPayment {
  return {
    id: plan.id,
    planned_for: plan.plannedFor ?? plan.occurredOn,
    amount: dollarsFromCents(plan.amountCents),
    payment_method: paymentMethodOf(plan.method),
    created_at: plan.occurredAt.toISOString(),
    can_change: plan.isChangeable,
  };
}

/** Cancels all planned payments of a locked account because a refund reopened debt. The refund's mail says so. */
export async function cancelPlans(trx: Trx, portal: Portal, accountId: string, now: Date): Promise<void> {
  for (const plan of await listAccountPlans(trx, accountId)) {
    await cancelPlan(trx, portal, { payment: plan, event: 'refunded', actor: 'system', now });
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
    const { payment, now } = await lockPlan(trx, portal, caller, body.id);
    if (payment.state === 'CANCELLED') return { id: payment.id };
    if (payment.state !== 'PLANNED') throw new Refusal('payments.already-charged');
    const actor = `login:${caller.loginId}`;
    await cancelPlan(trx, portal, { payment, event: 'customer', actor, client, now });
    return { id: payment.id };
  });
}

/** Locks a payment of the caller that was dated ahead, in whatever state it is. */
async function lockPlan(trx: Trx, portal: Portal, caller: Caller, id: string): Promise<LockedPayment> {
  const key = await findPlanKey(trx, caller, idOrNobody(id));
  if (!key) throw notFound();
  return await lockPayment(trx, portal, key);
}

type ChangeCall = SignedInCall<typeof change>;

/**
 * PAY-12: changes day and method of a planned payment, with consent, audit, and mail, or nothing. The same again changes
 * nothing. Throws a {@link Refusal} once it was sent, and of a day or a method that it could not be planned with.
 */
export async function changePlannedPayment(portal: PayingPortal, call: ChangeCall): Promise<PlannedPayment> {
  const { caller, body } = call;
  checkConsents(body.consents ?? [], ['bank-debit']);
  return await portal.db.transaction().execute(async (trx) => {
    const { payment, ...moment } = await lockPlan(trx, portal, caller, body.id);
    const plan = (await listAccountPlans(trx, payment.accountId)).find(({ id }) => id === payment.id);
    if (!plan)
      throw new Refusal(payment.state === 'CANCELLED' ? 'payments.cancelled' : 'payments.already-charged');
    const isSame = plan.plannedFor === body.payment_date && plan.method.id === body.payment_method;
    if (!isSame && !plan.isChangeable) throw new Refusal('payments.not-changeable');
    return shownPlanOf(isSame ? plan : await movePlan(trx, portal, call, { plan, ...moment }));
  });
}

async function movePlan(
  trx: Trx,
  portal: PayingPortal,
  { caller, client, body: { payment_date: day, payment_method: methodId, consents = [] } }: ChangeCall,
  { plan, now, today }: Moment & { readonly plan: Plan },
): Promise<Plan> {
  const { accountId, amountCents } = plan;
  const method = await findChargedMethod(trx, accountId, idOrNobody(methodId));
  if (!method) throw notFound('payment_method');
  const { openItems } = await getBalance(trx, accountId, today);
  const [kind, [debitConsent]] = [kindOf(method), consents];
  const window = { today, lastDay: lastPlanDay(openItems) };
  // Its own day stays possible.
  const days = day === plan.plannedFor ? { today: day, lastDay: day } : window;
  const failure =
    validateMethod(payableMethodOf(portal, method), debitConsent, day) ??
    validatePlan({ plannedFor: day, debitConsent }, days, kind);
  if (failure) throw new Refusal(failure.code, { errors: [{ field: failure.field, code: failure.reason }] });
  const { loginId } = caller;
  const said = { brand: portal.config.brand, values: { amount: formatCents(amountCents), day } };
  const scope = { accountId, loginId, clientAddress: client.address, at: now, ...said };
  const consentIds = await recordConsents(trx, scope, kind === 'bank' ? consents : []);
  const debit = { consent_id: consentIds.get('bank-debit') ?? null };
  const payment = await updatePayment(trx, plan, { planned_for: day, ...debit, ...methodColumns(method) });
  const event = { event: 'changed', before: plan, actor: `login:${loginId}` } as const;
  await announcePlan(trx, portal, { ...event, payment, client, now });
  return { ...plan, ...payment };
}
