import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { insertIntent } from './make-payment.repository.ts';
import { generateReference, sendWithinMs, type UnusableReason } from './make-payment.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import {
  findUsableMethod,
  reconcileAfter,
  type SubmittedPayment,
  submitPayment,
} from './submit-payment.service.ts';

/** A charge that the portal makes by itself, as its customer agreed. */
export interface AutomaticCharge {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly consentId: string | null;
  /** The database's time. */
  readonly now: Date;
}

/** A payment to charge, or why nothing is charged. */
export type AutomaticBegin =
  | ({ readonly outcome: 'created' } & SubmittedPayment)
  | { readonly outcome: 'unusable'; readonly reason: UnusableReason };

/**
 * Stores a payment that no customer pressed a button for as SUBMITTING. Call it with the account locked. When the
 * transaction has committed, `chargePayment` charges.
 */
export async function beginAutomaticCharge(
  trx: Trx,
  context: PaymentContext,
  charge: AutomaticCharge,
): Promise<AutomaticBegin> {
  const { portal } = context;
  const { accountId, methodId, amountCents, consentId, now } = charge;
  const today = dayOf(now, portal.config.timeZone);
  const usable = await findUsableMethod(trx, context, { accountId, methodId, today });
  if (!usable || 'reason' in usable) return { outcome: 'unusable', reason: usable?.reason ?? 'removed' };
  const { method } = usable;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const payment = await insertIntent(trx, {
    accountId,
    loginId: null,
    isRecurring: true,
    amountCents,
    occurredAt: now,
    occurredOn: today,
    method,
    reference: generateReference(),
    consentId,
    reconcileAt: reconcileAfter(now, portal),
  });
  const submitted = await submitPayment(trx, portal, { payment, method, actor: 'system', now, sendBefore });
  return { outcome: 'created', ...submitted };
}
