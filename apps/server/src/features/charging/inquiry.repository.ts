import type { Database, Trx } from '../../platform/database/connect.ts';
import { updatePayment } from '../payment-state/change-payment.repository.ts';
import {
  type Payment,
  type PaymentKey,
  paymentColumns,
  paymentOf,
} from '../payment-state/payment.repository.ts';

/** A payment that is locked for an inquiry. */
export interface LockedInquiry {
  readonly payment: Payment;
  readonly dueAt: Date;
  readonly lastInquiryAt: Date | null;
  /** The payment was made by then. Its own time is later if a clock was set back since. */
  readonly madeBy: Date;
}

/** Locks a payment for an inquiry; undefined when no inquiry is scheduled or another server holds the lock. */
export async function lockForInquiry(trx: Trx, key: PaymentKey): Promise<LockedInquiry | undefined> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns([key.accountId]))
    .select(['p.reconcile_at', 'p.reconciled_at'])
    .select((eb) =>
      eb
        .selectFrom('payment_attempt as a')
        .select((attempt) => attempt.fn.min('a.started_at').as('at'))
        .where('a.account_id', '=', key.accountId)
        .whereRef('a.payment_id', '=', 'p.id')
        .as('first_attempt_at'),
    )
    .where('p.account_id', '=', key.accountId)
    .where('p.id', '=', key.id)
    .where('p.reconcile_at', 'is not', null)
    .forNoKeyUpdate('p')
    .skipLocked()
    .executeTakeFirst();
  if (!row?.reconcile_at) return undefined;
  const { first_attempt_at: attemptAt, occurred_at: occurredAt } = row;
  return {
    payment: paymentOf(row),
    dueAt: row.reconcile_at,
    lastInquiryAt: row.reconciled_at,
    madeBy: attemptAt && attemptAt < occurredAt ? attemptAt : occurredAt,
  };
}

/** Records that an inquiry starts now and when the next one is due if this one brings no result. */
export async function recordInquiry(
  trx: Trx,
  payment: Payment,
  { startedAt, nextAt }: { startedAt: Date; nextAt: Date | null },
): Promise<void> {
  await updatePayment(trx, payment, {
    reconciled_at: startedAt,
    reconcile_at: nextAt,
    reconcile_attempts: payment.reconcileAttempts + 1,
  });
}

/** Schedules no further inquiry about a payment that failed. */
export async function endInquiries(db: Database, payment: PaymentKey): Promise<void> {
  await db
    .updateTable('payment')
    .set({ reconcile_at: null })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .where('state', '=', 'PROCESSING_ERROR')
    .execute();
}
