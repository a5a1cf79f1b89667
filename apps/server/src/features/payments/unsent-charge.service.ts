import { dayOf } from '../../platform/business-day.ts';
import { finishCharge, lockPayment } from './payment-outcome.repository.ts';
import type { PaymentResult } from './payment-outcome.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { returnToPlan } from './planned-payments.repository.ts';

interface UnsentCharge {
  readonly result: PaymentResult;
  /** As it was submitted. */
  readonly payment: Payment;
  /** What a planned payment promised; the charge can be less. */
  readonly promisedCents: number;
}

/**
 * Makes a payment whose processor is away a plan for the rest of its day, and returns it: the job of planned payments tries
 * again, with the same reference. Any other result is to be recorded, and so is the last one of the day.
 */
export async function keepForToday(
  { portal }: PaymentContext,
  { result, payment, promisedCents }: UnsentCharge,
): Promise<Payment | undefined> {
  if (result.outcome !== 'unavailable') return undefined;
  return await portal.db.transaction().execute(async (trx) => {
    const { payment: locked, now } = await lockPayment(trx, payment, portal.databaseTime);
    const day = locked.plannedFor ?? locked.occurredOn;
    if (locked.state !== 'SUBMITTING' || dayOf(now, portal.config.timeZone) !== day) return undefined;
    const { outcome, text: detail } = result;
    const attempt = {
      kind: 'charge',
      startedAt: locked.occurredAt,
      finishedAt: now,
      outcome,
      detail,
    } as const;
    await finishCharge(trx, locked, attempt);
    return await returnToPlan(trx, locked, { amountCents: promisedCents, at: now, day });
  });
}
