import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import type { PayingPortal } from '../feature.ts';
import { type ChargedMethod, listChargedMethods } from '../payment-methods/saved-method.repository.ts';
import { type Intent, insertIntents } from '../payment-state/new-payment.repository.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { sendWithinMs, type UnusableReason } from './charge.rules.ts';
import {
  type Charge,
  chargePayment,
  reconcileAfter,
  submitCharges,
  type TakesResult,
} from './charge.service.ts';
import type { ChargeLookup } from './charge-lookup.service.ts';
import { findCharge } from './find-charge.service.ts';
import { replanUnavailable } from './unsent-charge.service.ts';
import { reasonNotToCharge } from './usable-method.service.ts';

const actor = 'system';

/** A charge that the portal makes by itself, as its customer agreed. */
export interface AutomaticCharge {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly consentId: string | null;
  /** The database's time. */
  readonly now: Date;
}

/**
 * Stores payments that no customer pressed a button for as SUBMITTING, one for each account. Call it with the accounts locked.
 * Returns, by account id, what {@link chargeAutomatically} charges when the transaction has committed, or why nothing is.
 */
export async function beginAutomaticCharges(
  trx: Trx,
  portal: PayingPortal,
  charges: readonly AutomaticCharge[],
): Promise<Map<string, Charge | UnusableReason>> {
  const begun = new Map<string, Charge | UnusableReason>();
  const intents = new Map<string, Intent & { readonly method: ChargedMethod }>();
  const methods = await listChargedMethods(trx, charges);
  for (const { methodId, now, ...charge } of charges) {
    const { accountId } = charge;
    const occurredOn = dayOf(now, portal.config.timeZone);
    const method = methods.find((one) => one.id === methodId && one.accountId === accountId);
    const reason = method ? reasonNotToCharge(portal, method, occurredOn) : 'removed';
    if (!method || reason) {
      begun.set(accountId, reason ?? 'removed');
      continue;
    }
    const times = { occurredAt: now, occurredOn, reconcileAt: reconcileAfter(now, portal) };
    intents.set(accountId, { ...charge, ...times, loginId: null, isRecurring: true, method });
  }
  if (intents.size === 0) return begun;
  const sendBefore = deadlineIn(sendWithinMs, portal.clock);
  const payments = await insertIntents(trx, [...intents.values()]);
  const submissions = payments.flatMap((payment) => {
    const intent = intents.get(payment.accountId);
    return intent ? [{ payment, method: intent.method, actor, now: intent.occurredAt, sendBefore }] : [];
  });
  for (const charge of await submitCharges(trx, portal, submissions))
    begun.set(charge.payment.accountId, charge);
  return begun;
}

/** Makes an automatic charge, unless it is found. A payment that was not charged is planned again. */
export async function chargeAutomatically(
  portal: PayingPortal,
  lookup: ChargeLookup,
  charge: Charge,
): Promise<Payment> {
  return await chargeUnlessFound(portal, lookup, charge, (payment, result) =>
    replanUnavailable(portal, payment, result),
  );
}

/**
 * Charges a committed payment, unless its processor has a charge of the account that is unknown here: one that said it was away may
 * have made it after all, and a database that was restored does not know what it charged. Records the result, unless `takesResult`
 * took care of it. Returns the payment.
 */
export async function chargeUnlessFound(
  portal: PayingPortal,
  lookup: ChargeLookup,
  charge: Charge,
  takesResult?: TakesResult,
): Promise<Payment> {
  const found = await findCharge(portal, lookup, charge);
  const { payment } = found;
  if (!('result' in found)) return await chargePayment(portal, { ...charge, payment }, takesResult);
  const { sentAt = null, actor } = charge;
  const text = ('text' in found.result && found.result.text) || null;
  const isAway = found.result.outcome === 'unknown';
  const result = isAway
    ? ({ outcome: 'unavailable', isSent: sentAt !== null, text: text ?? '' } as const)
    : found.result;
  const attempt = {
    kind: 'inquiry',
    startedAt: payment.occurredAt,
    outcome: found.result.outcome,
    detail: text,
  } as const;
  return (
    (await takesResult?.(payment, result)) ??
    (await recordResult(portal, payment, { result, attempt, actor }))
  );
}
