import type { InquiryResult } from '../../gateways/card-processor/card-processor.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { insertAttempt, lockPayment, type PaymentKey, tellPerson } from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import { type PaymentParts, recordResult } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { listDuePayments, lockToAsk, noteAsking } from './reconcile.repository.ts';
import {
  askAgainMs,
  askBankAgainMs,
  askUnknownAgainMs,
  judgeAnswer,
  quickAskMs,
  type Verdict,
} from './reconcile.rules.ts';

/** Who wants to know: the schedule, or a customer whose next payment waits for it. */
export type Asker = 'schedule' | 'customer';

const atOnce = 5;
const batchSize = 100;
const system = 'system';

/**
 * Asks a payment’s processor what became of it and records the answer. Does nothing where it is not time to ask,
 * or another server is asking. Never charges.
 */
export async function reconcilePayment(parts: PaymentParts, key: PaymentKey, asker: Asker): Promise<void> {
  const payment = await takeToAsk(parts, key, asker);
  if (!payment?.processor || !payment.reference) return;
  const { portal, processors } = parts;
  const startedAt = portal.clock.now();
  const answer = await processors[payment.processor].inquire({
    reference: payment.reference,
    transaction: payment.transaction,
    amountCents: payment.amountCents,
    kind: isBankAccount(payment.method) ? 'bank' : 'card',
  });
  await applyAnswer(parts, payment, { answer, startedAt });
}

async function takeToAsk(
  { portal }: PaymentParts,
  key: PaymentKey,
  asker: Asker,
): Promise<Payment | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const found = await lockToAsk(trx, key);
    if (!found) return undefined;
    const { payment, dueAt, askedAt } = found;
    const now = portal.clock.now();
    const isDue = dueAt <= now;
    const mayAskAgain = !askedAt || now.getTime() - askedAt.getTime() >= askAgainMs;
    const isForCustomer = asker === 'customer' && payment.state === 'UNKNOWN' && mayAskAgain;
    if (!isDue && !isForCustomer) return undefined;
    await noteAsking(trx, payment, { askedAt: now, nextAt: nextAsking(payment, now) });
    return payment;
  });
}

function nextAsking(payment: Payment, now: Date): Date | null {
  const ageMs = now.getTime() - payment.occurredAt.getTime();
  const isOut = payment.state === 'SUBMITTING' || payment.state === 'UNKNOWN';
  const waitMs = isOut
    ? askUnknownAgainMs(payment.reconcileTries + 1, ageMs)
    : askBankAgainMs(payment.state, ageMs);
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

interface Answered {
  readonly answer: InquiryResult;
  readonly startedAt: Date;
}

async function applyAnswer(
  parts: PaymentParts,
  payment: Payment,
  { answer, startedAt }: Answered,
): Promise<void> {
  const { portal, processors } = parts;
  const now = portal.clock.now();
  const attempt = {
    kind: 'inquiry',
    startedAt,
    finishedAt: now,
    outcome: answer.outcome,
    detail: 'text' in answer ? answer.text : null,
  } as const;
  const verdict = judgeAnswer(
    {
      state: payment.state,
      ageMs: now.getTime() - payment.occurredAt.getTime(),
      timeoutMs: portal.config.processorTimeoutMs,
      remembersMs: payment.processor && processors[payment.processor].remembersMs,
    },
    answer,
  );
  const result = resultOf(payment, answer, verdict);
  if (result) {
    await recordResult(portal, payment, { result, attempt, actor: system });
    return;
  }
  await portal.db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, payment);
    await insertAttempt(trx, locked, attempt);
    if (verdict.kind === 'person') await tellPerson(trx, locked, verdict.why);
  });
}

/** What to record; nothing where the answer brought no news. */
function resultOf(payment: Payment, answer: InquiryResult, verdict: Verdict): PaymentResult | undefined {
  if (verdict.kind === 'never-charged') return { outcome: 'never-charged' };
  if (verdict.kind === 'result' && answer.outcome !== 'not-found') return answer;
  // Its server is gone: from now on it is a payment whose result is unknown.
  return payment.state === 'SUBMITTING' ? { outcome: 'unknown', text: 'interrupted' } : undefined;
}

/** Asks about every payment that is due; gives how many. One that fails is left for the next round. */
export async function reconcileDuePayments(parts: PaymentParts): Promise<number> {
  const { db, clock, log } = parts.portal;
  const due = await listDuePayments(db, clock.now(), batchSize);
  const waiting = [...due];
  const work = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      try {
        await reconcilePayment(parts, key, 'schedule');
      } catch (error) {
        log.error({ err: error, paymentId: key.id }, 'payment not reconciled');
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return due.length;
}

/** Asks about a payment just become unknown within seconds, before the next round of the job. */
export function reconcileSoon(parts: PaymentParts, key: PaymentKey): void {
  for (const waitMs of quickAskMs) {
    const timer = setTimeout(() => {
      reconcilePayment(parts, key, 'schedule').catch((error: unknown) => {
        parts.portal.log.warn({ err: error, paymentId: key.id }, 'payment left to the next round');
      });
    }, waitMs);
    timer.unref();
  }
}
