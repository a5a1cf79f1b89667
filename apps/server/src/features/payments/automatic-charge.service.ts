import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { type ChargedMethod, listChargedMethods } from './make-payment.repository.ts';
import { generateReference, sendWithinMs, type UnusableReason } from './make-payment.rules.ts';
import { type Intent, insertIntents } from './new-payment.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import {
  reasonNotToCharge,
  reconcileAfter,
  type SubmittedPayment,
  submitPayments,
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
 * Stores payments that no customer pressed a button for as SUBMITTING, one for each account. Call it with the accounts
 * locked. When the transaction has committed, `chargePayment` charges. Returns what became of each charge, by account id.
 */
export async function beginAutomaticCharges(
  trx: Trx,
  context: PaymentContext,
  charges: readonly AutomaticCharge[],
): Promise<Map<string, AutomaticBegin>> {
  const { portal } = context;
  const begun = new Map<string, AutomaticBegin>();
  const intents = new Map<string, Intent>();
  const methods = await listChargedMethods(trx, charges);
  for (const charge of charges) {
    const { accountId, methodId, now } = charge;
    const today = dayOf(now, portal.config.timeZone);
    const method = methods.find((one) => one.id === methodId && one.accountId === accountId);
    const reason = method ? reasonNotToCharge(context, method, today) : 'removed';
    if (!method || reason) begun.set(accountId, { outcome: 'unusable', reason: reason ?? 'removed' });
    else intents.set(accountId, intentOf(context, charge, { method, today }));
  }
  if (intents.size === 0) return begun;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const payments = await insertIntents(trx, [...intents.values()]);
  const submissions = payments.flatMap((payment) => {
    const intent = intents.get(payment.accountId);
    return intent
      ? [{ payment, method: intent.method, actor: 'system', now: intent.occurredAt, sendBefore }]
      : [];
  });
  for (const submitted of await submitPayments(trx, portal, submissions))
    begun.set(submitted.payment.accountId, { outcome: 'created', ...submitted });
  return begun;
}

function intentOf(
  { portal }: PaymentContext,
  { accountId, amountCents, consentId, now }: AutomaticCharge,
  { method, today }: { readonly method: ChargedMethod; readonly today: string },
): Intent {
  return {
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
  };
}
