import { dayOf } from '../../platform/business-day.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { getBalance } from '../balance/balance.service.ts';
import {
  claimRequestKey,
  findDuplicate,
  type PaymentRequest,
  storeConsents,
  validateRecurring,
  validateRequest,
} from './begin-payment.service.ts';
import { findChargedMethod, lockOwnAccount } from './make-payment.repository.ts';
import { insertPlan } from './new-payment.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { refusalOf, unknown } from './payment-response.rules.ts';
import type { Payment } from './payments.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import { validateDatedConsent, validatePlannedDay } from './planned-payments.rules.ts';
import { kindOf } from './submit-payment.service.ts';

/** Result of planning: the plan, and whether it was there already. */
export interface PlanResult {
  readonly payment: Payment;
  readonly isDuplicate: boolean;
}

/**
 * Stores a payment dated ahead (PAY-3): validated like one made at once, charged by a job on its day. Throws a
 * {@link Refusal} when it is not allowed.
 */
export async function planPayment(
  context: PaymentContext,
  request: PaymentRequest,
  plannedFor: string,
): Promise<PlanResult> {
  const { portal } = context;
  return await portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, request.loginId, request.accountId);
    if (!account) throw unknown('billing_account_id');
    const now = await readDatabaseTime(trx, portal.databaseTime);
    const duplicate = await findDuplicate(trx, context, { request, now, plannedFor });
    if (duplicate) return { payment: duplicate, isDuplicate: true };
    const method = await findChargedMethod(trx, account.id, request.methodId);
    if (!method) throw unknown('payment_method');
    const today = dayOf(now, portal.config.timeZone);
    const balance = await getBalance(trx, account.id, today);
    const failure =
      validateRequest(context, { request, account, method, balance, now, plannedFor }) ??
      validatePlannedDay(plannedFor, { today, lastDueOn: balance.lastDueOn }) ??
      (kindOf(method) === 'bank' ? validateDatedConsent(request.consent?.textVersion) : undefined);
    if (failure) throw refusalOf(failure);
    await validateRecurring(trx, context, { request, account, method, today });
    const { accountId, loginId, amountCents } = request;
    const consents = await storeConsents(trx, context, { request, method, now, plannedFor });
    const isRecurring = request.recurringConsent !== undefined;
    const times = { occurredAt: now, occurredOn: today };
    const plan = { accountId, loginId, amountCents, method, ...consents, isRecurring, ...times };
    const payment = await insertPlan(trx, plan, plannedFor);
    await claimRequestKey(trx, request, { payment, now });
    const actor = `login:${loginId}`;
    await announcePlan(trx, portal, { payment, event: 'planned', actor, client: request.client, now });
    return { payment, isDuplicate: false };
  });
}
