import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';

/** Primary key of an attempt. */
export interface ChargeKey {
  readonly accountId: string;
  readonly dueOn: string;
  readonly attempt: number;
}

/** Marks the attempts whose payment arrived, or was cancelled while it waited for its processor: they need no attention. */
export async function closePaidCharges(db: Database, now: Date): Promise<void> {
  const paid = (among: Among) =>
    db
      .updateTable('autopay_charge as c')
      .from('payment as p')
      .set({ followed_up_at: now })
      .where('c.followed_up_at', 'is', null)
      .whereRef('p.account_id', '=', 'c.account_id')
      .whereRef('p.id', '=', 'c.payment_id')
      .where('p.state', 'in', ['COMPLETED', 'RETURNED', 'REFUNDED', 'CANCELLED'])
      .where(among('c.account_id', 'p.account_id'));
  await lookForWork(db, paid);
}

/** Returns attempts that failed and were not followed up, oldest first. */
export async function listFailedCharges(db: Database, limit: number): Promise<ChargeKey[]> {
  const failed = (among: Among) =>
    db
      .selectFrom('autopay_charge as c')
      .leftJoin('payment as p', (join) =>
        join
          .onRef('p.account_id', '=', 'c.account_id')
          .onRef('p.id', '=', 'c.payment_id')
          .on(among('p.account_id')),
      )
      .select(['c.account_id as accountId', 'c.due_on as dueOn', 'c.attempt'])
      .where('c.followed_up_at', 'is', null)
      .where((eb) => eb.or([eb('c.refusal', 'is not', null), eb('p.state', '=', 'PROCESSING_ERROR')]))
      .where(among('c.account_id'))
      .orderBy('c.run_on')
      .limit(limit);
  return await lookForWork(db, failed, limit);
}

/** Locks the account of a failed attempt and returns what its mail says; undefined if another server has followed it up. */
export async function lockFailedCharge(trx: Trx, key: ChargeKey, timeZone: string) {
  await lockAccount(trx, key.accountId);
  return await trx
    .selectFrom('autopay_charge as c')
    .innerJoin('payment_method as m', (join) =>
      join.onRef('m.account_id', '=', 'c.account_id').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .leftJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.payment_id'),
    )
    .select(['c.attempt', 'c.run_on as runOn'])
    .select(['c.payment_method_id as methodId', 'c.amount_cents as amountCents', 'c.payment_id as paymentId'])
    .select(['m.card_type as cardType', 'm.last_four as lastFour'])
    .select(sql<PaymentFailure>`coalesce(c.refusal, p.failure_code, 'declined')`.as('failure'))
    // As home says it: the day of its result, or of the run that could send nothing.
    .select(sql<string>`coalesce((p.state_at at time zone ${timeZone})::date, c.run_on)`.as('failedOn'))
    .select(
      sql<string>`(select min(f.run_on) from autopay_charge f
        where f.account_id = ${key.accountId} and f.due_on = c.due_on)`.as('firstRunOn'),
    )
    .where('c.account_id', '=', key.accountId)
    .where('c.due_on', '=', key.dueOn)
    .where('c.attempt', '=', key.attempt)
    .where('c.followed_up_at', 'is', null)
    .executeTakeFirst();
}

/** Stores when a failed attempt was followed up, and the day of the next one. */
export async function closeFailedCharge(
  trx: Trx,
  key: ChargeKey,
  { retryOn, now }: { retryOn: string | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('autopay_charge')
    .set({ retry_on: retryOn, followed_up_at: now })
    .where('account_id', '=', key.accountId)
    .where('due_on', '=', key.dueOn)
    .where('attempt', '=', key.attempt)
    .execute();
}
