import type { Database, Trx } from '../../platform/database/connect.ts';
import type { PaymentKey } from './payment-outcome.repository.ts';
import { type Payment, paymentColumns, paymentOf } from './payments.repository.ts';

/** Payments whose processor is to be asked by now, the one that waits longest first. */
export async function listDuePayments(db: Database, now: Date, limit: number): Promise<PaymentKey[]> {
  return await db
    .selectFrom('payment')
    .select(['account_id as accountId', 'id'])
    .where('reconcile_at', '<=', now)
    .orderBy('reconcile_at')
    .limit(limit)
    .execute();
}

/** A payment that may be asked about, locked; undefined where nobody waits or another server has it. */
export async function lockToAsk(
  trx: Trx,
  key: PaymentKey,
): Promise<{ payment: Payment; dueAt: Date; askedAt: Date | null } | undefined> {
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
  return { payment: paymentOf(row), dueAt: row.reconcile_at, askedAt: row.reconciled_at };
}

/** Notes that a payment is asked about now, and when it is next should nothing come of it. */
export async function noteAsking(
  trx: Trx,
  payment: Payment,
  { askedAt, nextAt }: { askedAt: Date; nextAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ reconciled_at: askedAt, reconcile_at: nextAt, reconcile_tries: payment.reconcileTries + 1 })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}
