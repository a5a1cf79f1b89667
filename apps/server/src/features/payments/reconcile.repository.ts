import type { Database, Trx } from '../../platform/database/connect.ts';
import type { PaymentKey } from './payment-outcome.repository.ts';
import { type Payment, paymentColumns, paymentOf } from './payments.repository.ts';

/** Returns payments whose inquiry is due: charges without a result first, then the longest overdue. */
export async function listPaymentsDueForInquiry(
  db: Database,
  now: Date,
  limit: number,
): Promise<PaymentKey[]> {
  return await db
    .selectFrom('payment')
    .select(['account_id as accountId', 'id'])
    .where('reconcile_at', '<=', now)
    .orderBy((eb) => eb.case().when('state', 'in', ['SUBMITTING', 'UNKNOWN']).then(0).else(1).end())
    .orderBy('reconcile_at')
    .limit(limit)
    .execute();
}

/** Locks a payment for an inquiry; undefined when no inquiry is scheduled or another server holds the lock. */
export async function lockForInquiry(
  trx: Trx,
  key: PaymentKey,
): Promise<{ payment: Payment; dueAt: Date; lastInquiryAt: Date | null } | undefined> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns)
    .select(['p.reconcile_at', 'p.reconciled_at'])
    .where('p.account_id', '=', key.accountId)
    .where('p.id', '=', key.id)
    .where('p.reconcile_at', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row?.reconcile_at) return undefined;
  return { payment: paymentOf(row), dueAt: row.reconcile_at, lastInquiryAt: row.reconciled_at };
}

/** Records that an inquiry starts now and when the next one is due if this one brings no result. */
export async function recordInquiry(
  trx: Trx,
  payment: Payment,
  { startedAt, nextAt }: { startedAt: Date; nextAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({
      reconciled_at: startedAt,
      reconcile_at: nextAt,
      reconcile_attempts: payment.reconcileAttempts + 1,
    })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
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
