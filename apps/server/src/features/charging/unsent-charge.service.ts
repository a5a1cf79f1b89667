import type { Trx } from '../../platform/database/connect.ts';
import type { PayingPortal } from '../feature.ts';
import { finishCharge, insertAttempt } from '../payment-state/attempt.repository.ts';
import { returnToPlan } from '../payment-state/change-payment.repository.ts';
import { hasNoResult } from '../payment-state/inquiry.rules.ts';
import { type PaymentResult, releasesNumber } from '../payment-state/outcome.rules.ts';
import type { ResultRecord } from '../payment-state/outcome.service.ts';
import { lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { isAutomatic } from '../payment-state/payment-state.rules.ts';

// A charge that was certainly not made, and that nobody waits for at a page, becomes a plan for the rest of its day: the
// job of planned payments looks it up and tries again, with the same reference. The last result of the day is recorded.

/** Plans a payment again whose processor is away, and returns it. Returns undefined when its result is to be recorded. */
export async function replanUnavailable(
  portal: PayingPortal,
  payment: Payment,
  result: PaymentResult,
): Promise<Payment | undefined> {
  if (result.outcome !== 'unavailable') return undefined;
  const { outcome, text: detail } = result;
  return await planAgain(
    portal,
    { payment, releasesNumber: releasesNumber(result) },
    async (trx, { occurredAt: startedAt }, finishedAt) =>
      await finishCharge(trx, payment, { kind: 'charge', startedAt, finishedAt, outcome, detail }),
  );
}

/**
 * Plans a payment again whose server was killed before it charged, and returns it. Returns undefined when its result is to
 * be recorded: a processor has the charge, or its customer pressed a button and learned that the result is not known.
 */
export async function replanNeverCharged(
  portal: PayingPortal,
  payment: Payment,
  { result, attempt }: Pick<ResultRecord, 'result' | 'attempt'>,
): Promise<Payment | undefined> {
  const isWaitedFor = payment.plannedFor === null && !isAutomatic(payment);
  if (result.outcome !== 'never-charged' || isWaitedFor) return undefined;
  return await planAgain(
    portal,
    { payment, releasesNumber: false },
    async (trx, { occurredAt: startedAt }, finishedAt) => {
      const interrupted = { kind: 'charge', outcome: 'unknown', detail: 'interrupted' } as const;
      await finishCharge(trx, payment, { ...interrupted, startedAt, finishedAt });
      await insertAttempt(trx, payment, { ...attempt, finishedAt });
    },
  );
}

async function planAgain(
  portal: PayingPortal,
  { payment, releasesNumber }: { readonly payment: Payment; readonly releasesNumber: boolean },
  recordAttempt: (trx: Trx, locked: Payment, at: Date) => Promise<void>,
): Promise<Payment | undefined> {
  return await portal.db.transaction().execute(async (trx) => {
    const { payment: locked, now, today } = await lockPayment(trx, portal, payment);
    const day = locked.plannedFor ?? locked.occurredOn;
    if (!hasNoResult(locked) || today !== day) return undefined;
    await recordAttempt(trx, locked, now);
    return await returnToPlan(trx, locked, { at: now, day, releasesNumber });
  });
}
