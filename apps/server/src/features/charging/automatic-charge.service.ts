import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { type ChargedMethod, listChargedMethods } from '../payment-methods/charged-method.repository.ts';
import { type Intent, insertIntents } from '../payment-state/new-payment.repository.ts';
import { type PaymentContext, recordResult } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { sendWithinMs, type UnusableReason } from './charge.rules.ts';
import { chargePayment } from './charge.service.ts';
import { type ChargeLookup, isCharged } from './charge-lookup.service.ts';
import {
  kindOf,
  reasonNotToCharge,
  reconcileAfter,
  type SubmittedPayment,
  submitPayments,
} from './submit.service.ts';
import { keepForToday } from './unsent-charge.service.ts';

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
    return intent ? [{ payment, method: intent.method, actor, now: intent.occurredAt, sendBefore }] : [];
  });
  for (const submitted of await submitPayments(trx, portal, submissions))
    begun.set(submitted.payment.accountId, { outcome: 'created', ...submitted });
  return begun;
}

function intentOf(
  { portal }: PaymentContext,
  { accountId, amountCents, consentId, reference, now }: AutomaticCharge,
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
    reference,
    consentId,
    reconcileAt: reconcileAfter(now, portal),
  };
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
  context: PaymentContext,
  lookup: ChargeLookup,
  candidates: readonly ChargeCandidate[],
  concurrency: number,
): Promise<Map<string, string>> {
  const charged = new Map<string, string>();
  const methods = await context.portal.db.transaction().execute((trx) => listChargedMethods(trx, candidates));
  await inParallel(candidates, concurrency, async ({ accountId, methodId, amountCents, references }) => {
    const method = methods.find((one) => one.id === methodId && one.accountId === accountId);
    if (!method) return;
    const { processor } = method;
    for (const reference of references) {
      const inquiry = { processor, reference, transaction: null, amountCents, kind: kindOf(method) };
      if (await isCharged(context, lookup, inquiry)) charged.set(accountId, reference);
    }
  });
  return charged;
}

/** A committed payment that nobody pressed a button for. */
export interface AutomaticPayment extends SubmittedPayment {
  /** True when its processor was away before. */
  readonly isRetry?: boolean;
}

/**
 * Charges a committed payment that nobody pressed a button for, unless its processor has the charge: one that said it was away
 * may have made it after all, and a database that was restored does not know what it charged. Returns the payment.
 */
export async function chargeAutomatically(
  context: PaymentContext,
  lookup: ChargeLookup,
  automatic: AutomaticPayment,
): Promise<Payment> {
  const found = await findCharge(context, lookup, automatic);
  if (found) return found;
  return await chargePayment(context, automatic, {
    actor,
    initiator: 'merchant',
    takesResult: (result) => keepForToday(context, automatic.payment, result),
  });
}

/** Records a charge that the processor has. Returns undefined when it has none, so that it can be made. */
async function findCharge(
  context: PaymentContext,
  lookup: ChargeLookup,
  { payment, kind, isRetry = false }: AutomaticPayment,
): Promise<Payment | undefined> {
  const { processor, reference, amountCents } = payment;
  if (!processor || !reference) return undefined;
  if (!isRetry && !(await lookup.mayHave(processor, reference))) return undefined;
  const inquiry = { reference, transaction: null, amountCents, kind };
  const found = await context.processors[processor].inquire(inquiry);
  if (found.outcome === 'not-found' && !lookup.isAdopting) return undefined;
  const text = 'text' in found ? found.text : null;
  const isAway = found.outcome === 'unknown' || found.outcome === 'not-found';
  const result = isAway ? ({ outcome: 'unavailable', isSent: true, text: text ?? '' } as const) : found;
  const kept = await keepForToday(context, payment, result);
  if (kept) return kept;
  const attempt = {
    kind: 'inquiry',
    startedAt: payment.occurredAt,
    outcome: found.outcome,
    detail: text,
  } as const;
  return await recordResult(context.portal, payment, { result, attempt, actor, isTold: lookup.isAdopting });
}
