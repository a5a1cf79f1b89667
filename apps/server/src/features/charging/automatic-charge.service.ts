import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { type ChargedMethod, listChargedMethods } from '../payment-methods/saved-method.repository.ts';
import { type Intent, insertIntents } from '../payment-state/new-payment.repository.ts';
import { type PayingPortal, recordResult } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { sendWithinMs, type UnusableReason } from './charge.rules.ts';
import { type Charge, chargePayment, reconcileAfter, submitCharges } from './charge.service.ts';
import { type ChargeLookup, isCharged } from './charge-lookup.service.ts';
import { keepForToday } from './unsent-charge.service.ts';
import { kindOf, reasonNotToCharge } from './usable-method.service.ts';

const actor = 'system';

/** A charge that the portal makes by itself, as its customer agreed. */
export interface AutomaticCharge {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly consentId: string | null;
  readonly reference: string;
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

/** A charge that a server may have made on a database that is gone, under one of several references. */
export interface ChargeCandidate {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly references: readonly string[];
}

/** Returns the references that processors have charged, the last of each account, by account id. Throws when one is away. */
export async function findCharged(
  portal: PayingPortal,
  lookup: ChargeLookup,
  candidates: readonly ChargeCandidate[],
  concurrency: number,
): Promise<Map<string, string>> {
  const charged = new Map<string, string>();
  const methods = await portal.db.transaction().execute((trx) => listChargedMethods(trx, candidates));
  await inParallel(candidates, concurrency, async ({ accountId, methodId, amountCents, references }) => {
    const method = methods.find((one) => one.id === methodId && one.accountId === accountId);
    if (!method) return;
    const { processor } = method;
    for (const reference of references) {
      const inquiry = { processor, reference, transaction: null, amountCents, kind: kindOf(method) };
      if (await isCharged(portal, lookup, inquiry)) charged.set(accountId, reference);
    }
  });
  return charged;
}

/** A committed payment that nobody pressed a button for. */
export interface AutomaticPayment extends Charge {
  /** True when its processor was away before. */
  readonly isRetry?: boolean;
}

/**
 * Charges a committed payment that nobody pressed a button for, unless its processor has the charge: one that said it was away
 * may have made it after all, and a database that was restored does not know what it charged. Returns the payment.
 */
export async function chargeAutomatically(
  portal: PayingPortal,
  lookup: ChargeLookup,
  automatic: AutomaticPayment,
): Promise<Payment> {
  const found = await findCharge(portal, lookup, automatic);
  if (found) return found;
  const { payment } = automatic;
  return await chargePayment(portal, automatic, (result) => keepForToday(portal, payment, result));
}

/** Records a charge that the processor has. Returns undefined when it has none, so that it can be made. */
async function findCharge(
  portal: PayingPortal,
  lookup: ChargeLookup,
  { payment, kind, isRetry = false }: AutomaticPayment,
): Promise<Payment | undefined> {
  const { processor, reference, amountCents } = payment;
  if (!processor || !reference) return undefined;
  if (!isRetry && !(await lookup.mayHave(processor, reference))) return undefined;
  const inquiry = { reference, transaction: null, amountCents, kind };
  const found = await portal.processors[processor].inquire(inquiry);
  if (found.outcome === 'not-found' && !lookup.isAdopting) return undefined;
  const text = ('text' in found && found.text) || null;
  const isAway = found.outcome === 'unknown' || found.outcome === 'not-found';
  const result = isAway ? ({ outcome: 'unavailable', isSent: true, text: text ?? '' } as const) : found;
  const kept = await keepForToday(portal, payment, result);
  if (kept) return kept;
  const attempt = {
    kind: 'inquiry',
    startedAt: payment.occurredAt,
    outcome: found.outcome,
    detail: text,
  } as const;
  return await recordResult(portal, payment, { result, attempt, actor, isTold: lookup.isAdopting });
}
