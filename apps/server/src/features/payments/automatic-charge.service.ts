import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import type { SubmittedPayment } from './charge-payment.service.ts';
import { type ChargedMethod, findChargedMethod, insertIntent } from './make-payment.repository.ts';
import {
  generateReference,
  sendWithinMs,
  type UnusableReason,
  unusableReason,
} from './make-payment.rules.ts';
import { insertAttempt } from './payment-outcome.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { crashMarginMs } from './reconcile.rules.ts';

/** A charge that the portal makes by itself, as its customer agreed. */
export interface AutomaticCharge {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly consentId: string | null;
  /** The database's time. */
  readonly now: Date;
}

/** A payment to charge, or why nothing is charged. `away`: the processor answers nobody now. */
export type AutomaticBegin =
  | ({ readonly outcome: 'created' } & SubmittedPayment)
  | { readonly outcome: 'unusable'; readonly reason: UnusableReason }
  | { readonly outcome: 'away' };

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
  const { method, kind } = usable;
  if (context.processors[method.processor].refusesCalls()) return { outcome: 'away' };
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
    reconcileAt: new Date(now.getTime() + portal.config.processorTimeoutMs + crashMarginMs),
  });
  await insertAttempt(trx, payment, {
    kind: 'charge',
    startedAt: now,
    finishedAt: null,
    outcome: null,
    detail: null,
  });
  await recordAudit(trx, {
    at: now,
    accountId,
    actor: 'system',
    action: 'payments.submitted',
    detail: { paymentId: payment.id, amountCents, reference: payment.reference },
  });
  const token = openToken(portal, method.token);
  const { networkTransaction } = method;
  return { outcome: 'created', payment, token, kind, networkTransaction, sendBefore };
}

/** Returns a saved method, or why it cannot be charged on a day; undefined if the account never had it. */
export async function findUsableMethod(
  trx: Trx,
  { processors }: PaymentContext,
  { accountId, methodId, today }: { accountId: string; methodId: string; today: string },
): Promise<{ method: ChargedMethod; kind: ChargeKind } | { reason: UnusableReason } | undefined> {
  const method = await findChargedMethod(trx, accountId, methodId);
  if (!method) return undefined;
  const { supportedKinds } = processors[method.processor];
  const kind = isBankAccount(method) ? 'bank' : 'card';
  const reason = unusableReason({ ...method, kind, supportedKinds }, today);
  return reason ? { reason } : { method, kind };
}
