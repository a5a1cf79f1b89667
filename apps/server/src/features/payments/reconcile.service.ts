import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import {
  flagForManualReview,
  insertAttempt,
  lockPayment,
  type PaymentKey,
} from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import { type PaymentContext, recordResult } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import {
  endInquiries,
  listPaymentsDueForInquiry,
  lockForInquiry,
  recordInquiry,
} from './reconcile.repository.ts';
import {
  decideInquiry,
  earlyInquiryMs,
  type InquiryDecision,
  isLastInquiry,
  minimumInquiryIntervalMs,
  nextBankInquiryMs,
  nextLateInquiryMs,
  nextUnknownInquiryMs,
  unrecordedInquiryMs,
} from './reconcile.rules.ts';

/**
 * What starts an inquiry: the schedule, a customer whose next payment is blocked, or the server that made the charge and
 * could not record its result.
 */
export type InquiryTrigger = 'schedule' | 'customer' | 'unrecorded';

const concurrency = 10;
/** Small, so that a charge that becomes unknown meanwhile does not wait for many bank debits. */
const batchSize = 20;
const system = 'system';

/**
 * Asks the processor for a payment's result and records it. Returns false and does nothing when no inquiry is due or
 * another server is making one. Never charges.
 */
export async function reconcilePayment(
  context: PaymentContext,
  key: PaymentKey,
  trigger: InquiryTrigger,
): Promise<boolean> {
  const payment = await claimForInquiry(context, key, trigger);
  if (!payment?.processor || !payment.reference) return false;
  const { portal, processors } = context;
  const startedAt = portal.clock.now();
  const result = await processors[payment.processor].inquire({
    reference: payment.reference,
    transaction: payment.transaction,
    amountCents: payment.amountCents,
    kind: isBankAccount(payment.method) ? 'bank' : 'card',
  });
  await applyInquiry(context, payment, { result, startedAt });
  if (isLastInquiry(payment.state, result)) await endInquiries(portal.db, payment);
  return true;
}

async function claimForInquiry(
  { portal }: PaymentContext,
  key: PaymentKey,
  trigger: InquiryTrigger,
): Promise<Payment | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const locked = await lockForInquiry(trx, key);
    if (!locked) return undefined;
    const { payment, dueAt, lastInquiryAt } = locked;
    const now = portal.clock.now();
    const isDue = dueAt <= now;
    const isIntervalOver =
      !lastInquiryAt || now.getTime() - lastInquiryAt.getTime() >= minimumInquiryIntervalMs;
    const isForCustomer = trigger === 'customer' && payment.state === 'UNKNOWN';
    const isUnrecorded = trigger === 'unrecorded' && hasNoResult(payment);
    if (!isDue && !(isIntervalOver && (isForCustomer || isUnrecorded))) return undefined;
    const nextAt = nextInquiryAt(payment, now, portal.config.processorTimeoutMs);
    await recordInquiry(trx, payment, { startedAt: now, nextAt });
    return payment;
  });
}

function hasNoResult({ state }: Payment): boolean {
  return state === 'SUBMITTING' || state === 'UNKNOWN';
}

function nextInquiryAt(payment: Payment, now: Date, timeoutMs: number): Date | null {
  const ageMs = now.getTime() - payment.occurredAt.getTime();
  const attempts = payment.reconcileAttempts + 1;
  const waitOf = () => {
    if (hasNoResult(payment)) return nextUnknownInquiryMs(attempts, ageMs, timeoutMs);
    if (payment.state === 'PROCESSING_ERROR') return nextLateInquiryMs(attempts);
    return nextBankInquiryMs(payment.state, ageMs);
  };
  const waitMs = waitOf();
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

interface Inquiry {
  readonly result: InquiryResult;
  readonly startedAt: Date;
}

async function applyInquiry(
  context: PaymentContext,
  payment: Payment,
  { result: inquiryResult, startedAt }: Inquiry,
): Promise<void> {
  const { portal, processors } = context;
  const now = portal.clock.now();
  const attempt = {
    kind: 'inquiry',
    startedAt,
    finishedAt: now,
    outcome: inquiryResult.outcome,
    detail: 'text' in inquiryResult ? inquiryResult.text : null,
  } as const;
  const decision = decideInquiry(
    {
      state: payment.state,
      ageMs: now.getTime() - payment.occurredAt.getTime(),
      timeoutMs: portal.config.processorTimeoutMs,
      inquiryWindowMs: payment.processor && processors[payment.processor].inquiryWindowMs,
    },
    inquiryResult,
  );
  const result = resultOf(payment, inquiryResult, decision);
  if (result) {
    await recordResult(portal, payment, { result, attempt, actor: system });
    return;
  }
  await portal.db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, payment);
    await insertAttempt(trx, locked, attempt);
    if (decision.kind === 'manual-review') await flagForManualReview(trx, locked, decision.reason);
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

/**
 * Reconciles due payments until none is left, charges without a result before everything else, and returns how many. One
 * that fails, or that another server has claimed, waits for the next round.
 */
export async function reconcileDuePayments(context: PaymentContext): Promise<number> {
  const { db, clock } = context.portal;
  const skipped = new Set<string>();
  let count = 0;
  for (;;) {
    const due = await listPaymentsDueForInquiry(db, clock.now(), batchSize + skipped.size);
    const waiting = due.filter(({ id }) => !skipped.has(id));
    if (waiting.length === 0) return count;
    count += await reconcileBatch(context, waiting, skipped);
  }
}

async function reconcileBatch(
  context: PaymentContext,
  waiting: PaymentKey[],
  skipped: Set<string>,
): Promise<number> {
  let count = 0;
  const work = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      const isReconciled = await reconcilePayment(context, key, 'schedule').catch((error: unknown) => {
        context.portal.log.error({ err: error, paymentId: key.id }, 'payment not reconciled');
        return false;
      });
      if (isReconciled) count += 1;
      else skipped.add(key.id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return count;
}

/** Reconciles a payment that just became unknown within seconds, before the job's next round. */
export function reconcileSoon(context: PaymentContext, key: PaymentKey): void {
  inquireAfter(context, key, { waitsMs: earlyInquiryMs, trigger: 'schedule' });
}

/** Reconciles a payment whose result could not be recorded, at once and again within seconds. */
export function reconcileUnrecorded(context: PaymentContext, key: PaymentKey): void {
  inquireAfter(context, key, { waitsMs: unrecordedInquiryMs, trigger: 'unrecorded' });
}

interface InquiryPlan {
  readonly waitsMs: readonly number[];
  readonly trigger: InquiryTrigger;
}

function inquireAfter(context: PaymentContext, key: PaymentKey, { waitsMs, trigger }: InquiryPlan): void {
  for (const waitMs of waitsMs) {
    const timer = setTimeout(() => {
      reconcilePayment(context, key, trigger).catch((error: unknown) => {
        context.portal.log.warn(
          { err: error, paymentId: key.id },
          'early inquiry failed; the job will retry',
        );
      });
    }, waitMs);
    timer.unref();
  }
}
