import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { lockIfOwn } from '../accounts/account-lock.repository.ts';
import { readPauseReason } from '../charging/heartbeat.repository.ts';
import { type Payment, paymentColumns, paymentOf } from '../payment-state/payment.repository.ts';

/** An account that is locked until the transaction ends: no other payment or posting can change it. */
export interface LockedAccount {
  readonly id: string;
  readonly isActive: boolean;
  /** After a restore, until it is known what was charged since the backup. */
  readonly isWaiting: boolean;
  /** While automatic charges wait: charges may be missing here. */
  readonly isUnsure: boolean;
}

/** Locks one of a login's accounts, and tells whether charges wait; undefined if the account is not the login's. */
export async function lockPayingAccount(
  trx: Trx,
  loginId: string,
  accountId: string,
): Promise<LockedAccount | undefined> {
  const [row, pause] = await Promise.all([lockIfOwn(trx, { loginId, accountId }), readPauseReason(trx)]);
  return (
    row && {
      id: row.id,
      isActive: row.status === 'ACTIVE',
      isWaiting: pause === 'restored',
      isUnsure: pause !== undefined,
    }
  );
}

/** What makes a payment without a key the same as one made moments ago. */
export interface DuplicateSearch {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly since: Date;
  readonly today: string;
  /** Day of a payment dated ahead; undefined for one made at once. */
  readonly plannedFor: string | undefined;
}

const madeStates = ['SUBMITTING', 'UNKNOWN', 'PENDING', 'COMPLETED'] as const;

/** Returns a payment of the same day with the same account, method, and amount that is made or, dated ahead, planned. */
export async function findDuplicatePayment(trx: Trx, payment: DuplicateSearch): Promise<Payment | undefined> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns([payment.accountId]))
    .where('p.account_id', '=', payment.accountId)
    .where('p.payment_method_id', '=', payment.methodId)
    .where(sql<number>`coalesce(p.requested_cents, p.amount_cents)`, '=', payment.amountCents)
    .where('p.occurred_at', '>', payment.since)
    .where('p.occurred_on', '=', payment.today)
    .where((eb) =>
      payment.plannedFor === undefined
        ? eb('p.state', 'in', madeStates)
        : eb.and([eb('p.state', '=', 'PLANNED'), eb('p.planned_for', '=', payment.plannedFor)]),
    )
    .orderBy('p.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && paymentOf(row);
}
