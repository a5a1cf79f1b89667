import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PayingPortal } from '../feature.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { insertAttempt } from '../payment-state/attempt.repository.ts';
import { flagForManualReview } from '../payment-state/change-payment.repository.ts';
import {
  decideInquiry,
  earlyInquiryMs,
  hasNoResult,
  type InquiryDecision,
  isInquiryDue,
  isLastInquiry,
  isUnconfirmedForLong,
  minimumInquiryIntervalMs,
  nextBankInquiryMs,
  nextLateInquiryMs,
  nextUnknownInquiryMs,
  unrecordedInquiryMs,
} from '../payment-state/inquiry.rules.ts';
import type { PaymentResult } from '../payment-state/outcome.rules.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { lockPayment, type Payment, type PaymentKey } from '../payment-state/payment.repository.ts';
import { queuePaymentMail } from '../payment-state/payment-mail.service.ts';
import { endInquiries, type LockedInquiry, lockForInquiry, recordInquiry } from './inquiry.repository.ts';
import { replanNeverCharged } from './unsent-charge.service.ts';

/**
 * What starts an inquiry: the schedule, a customer whose next payment is blocked, an operator, or the server that made
 * the charge and could not record its result.
 */
export type InquiryTrigger = 'schedule' | 'customer' | 'operator' | 'unrecorded';

const system = 'system';
const loggedAttempts = 3;
export const unexpectedAnswer = 'card processor: no answer as expected';

/** A payment that this server inquires about. */
interface ClaimedPayment {
  readonly payment: Payment;
  readonly startedAt: Date;
  /** It was first sent by then. */
  readonly madeBy: Date;
  readonly ageMs: number;
}

/**
 * Asks the processor for a payment's result and records it. Returns false and does nothing when no inquiry is due or
 * another server is making one. Never charges.
 */
export async function reconcilePayment(
  portal: PayingPortal,
  key: PaymentKey,
  trigger: InquiryTrigger,
): Promise<boolean> {
  const claimed = await claimForInquiry(portal, key, trigger);
  const { processor, reference } = claimed?.payment ?? {};
  if (!claimed || !processor || !reference) return false;
  const { payment } = claimed;
  const result = await portal.processors[processor].inquire({
    reference,
    transaction: payment.transaction,
    amountCents: payment.amountCents,
    kind: isBankAccount(payment.method) ? 'bank' : 'card',
    sentAt: claimed.madeBy,
    lastFour: payment.method.lastFour,
  });
  // Said of the first inquiries only: they are repeated every minute.
  if (result.outcome === 'unknown' && payment.reconcileAttempts < loggedAttempts)
    portal.log.warn({ service: processor, reason: result.text, paymentId: payment.id }, unexpectedAnswer);
  await applyInquiry(portal, claimed, result);
  if (isLastInquiry(payment.state, result)) await endInquiries(portal.db, payment);
  return true;
}

/** A locked payment, and the database's time. */
type InquiryClaim = LockedInquiry & { readonly now: Date };

async function claimForInquiry(
  portal: PayingPortal,
  key: PaymentKey,
  trigger: InquiryTrigger,
): Promise<ClaimedPayment | undefined> {
  const { processorTimeoutMs: timeoutMs } = portal.config;
  return await portal.db.transaction().execute(async (trx) => {
    const [locked, { now }] = await Promise.all([lockForInquiry(trx, key), portal.moment(trx)]);
    if (!locked) return undefined;
    const claim = { ...locked, now };
    const { payment, dueAt, madeBy } = claim;
    const isDue = isInquiryDue(payment.state, dueAt.getTime() - now.getTime(), timeoutMs);
    if (!isDue && !isTriggered(claim, trigger)) return undefined;
    const ageMs = now.getTime() - madeBy.getTime();
    await recordInquiry(trx, payment, { startedAt: now, nextAt: nextInquiryAt(claim, ageMs, timeoutMs) });
    return { payment, startedAt: now, madeBy, ageMs };
  });
}

/** Returns whether a customer, an operator, or the server that made the charge may inquire before the schedule. */
function isTriggered({ payment, lastInquiryAt, now }: InquiryClaim, trigger: InquiryTrigger): boolean {
  const sinceLastMs = lastInquiryAt && now.getTime() - lastInquiryAt.getTime();
  if (sinceLastMs !== null && sinceLastMs < minimumInquiryIntervalMs) return false;
  if (trigger === 'customer' || trigger === 'operator') return payment.state === 'UNKNOWN';
  return trigger === 'unrecorded' && hasNoResult(payment);
}

function nextInquiryAt({ payment, now }: InquiryClaim, ageMs: number, timeoutMs: number): Date | null {
  const attempts = payment.reconcileAttempts + 1;
  const waitOf = () => {
    if (hasNoResult(payment)) return nextUnknownInquiryMs(attempts, ageMs, timeoutMs);
    if (payment.state === 'PROCESSING_ERROR') return nextLateInquiryMs(attempts);
    return nextBankInquiryMs(payment.state, ageMs);
  };
  const waitMs = waitOf();
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

async function applyInquiry(
  portal: PayingPortal,
  { payment, startedAt, ageMs }: ClaimedPayment,
  inquiryResult: InquiryResult,
): Promise<void> {
  const { processors } = portal;
  const attempt = {
    kind: 'inquiry',
    startedAt,
    outcome: inquiryResult.outcome,
    detail: 'text' in inquiryResult ? (inquiryResult.text ?? null) : null,
  } as const;
  const decision = decideInquiry(
    {
      state: payment.state,
      ageMs,
      timeoutMs: portal.config.processorTimeoutMs,
      inquiryWindowMs: payment.processor && processors[payment.processor].inquiryWindowMs,
    },
    inquiryResult,
  );
  const result = resultOf(payment, inquiryResult, decision);
  if (result) {
    if (await replanNeverCharged(portal, payment, { result, attempt })) return;
    await recordResult(portal, payment, { result, attempt, actor: system });
    return;
  }
  await portal.db.transaction().execute(async (trx) => {
    const { payment: locked, now } = await lockPayment(trx, portal, payment);
    await insertAttempt(trx, locked, { ...attempt, finishedAt: now });
    const needsReview = decision.kind === 'manual-review' && locked.state === payment.state;
    if (needsReview) await flagForManualReview(trx, locked, decision.reason);
    if (isUnconfirmedForLong(locked, ageMs)) await tellUnconfirmed(trx, portal, locked);
  });
}

/** Tells, once, that an outage keeps a payment without its result, and its account without another payment. */
async function tellUnconfirmed(trx: Trx, portal: Portal, payment: Payment): Promise<void> {
  await queuePaymentMail(trx, portal, {
    template: 'payment-unconfirmed',
    payment,
    day: payment.occurredOn,
    amountDueCents: null,
    correlationId: null,
  });
}

/** Returns the result to record; undefined when the inquiry brought nothing new. */
function resultOf(
  payment: Payment,
  result: InquiryResult,
  decision: InquiryDecision,
): PaymentResult | undefined {
  if (decision.kind === 'never-charged') return { outcome: 'never-charged' };
  if (decision.kind === 'record-result' && result.outcome !== 'not-found') return result;
  // The server that submitted it has stopped. From now on its result is unknown.
  return payment.state === 'SUBMITTING' ? { outcome: 'unknown', text: 'interrupted' } : undefined;
}

/** Reconciles a payment that just became unknown within seconds, before the job's next round. */
export function reconcileSoon(portal: PayingPortal, key: PaymentKey): void {
  inquireAfter(portal, key, earlyInquiryMs, 'schedule');
}

/** Reconciles a payment whose result could not be recorded, at once and again within seconds. */
export function reconcileUnrecorded(portal: PayingPortal, key: PaymentKey): void {
  inquireAfter(portal, key, unrecordedInquiryMs, 'unrecorded');
}

function inquireAfter(
  portal: PayingPortal,
  key: PaymentKey,
  waitsMs: readonly number[],
  trigger: InquiryTrigger,
): void {
  for (const waitMs of waitsMs) {
    const timer = setTimeout(() => {
      reconcilePayment(portal, key, trigger).catch((error: unknown) => {
        portal.log.warn({ err: error, paymentId: key.id }, 'early inquiry failed; the job will retry');
      });
    }, waitMs);
    timer.unref();
  }
}
