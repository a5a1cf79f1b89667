import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { type PaymentColumns, paymentColumns, paymentOf } from '../payment-state/payment.repository.ts';
import { hiddenStates } from '../payment-state/payment-state.rules.ts';

/**
 * Returns one page of an account's payments, newest first, without planned and cancelled ones. Undefined if the
 * account is not the caller's.
 */
export async function findPaymentPage(
  db: Database,
  caller: Caller,
  page: { accountId: string; size: number; number: number },
) {
  const rows = await db
    .with(
      (cte) => cte('own').materialized(),
      (account) =>
        account
          .selectFrom('login_account')
          .select('account_id')
          .where('login_id', '=', caller.loginId)
          .where('account_id', '=', page.accountId),
    )
    .selectFrom('own')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment as c')
          .select((count) => count.fn.countAll<number>().as('total'))
          .where('c.account_id', '=', page.accountId)
          .where('c.state', 'not in', hiddenStates)
          .as('counted'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment as q')
          .selectAll('q')
          .where('q.account_id', '=', page.accountId)
          .where('q.state', 'not in', hiddenStates)
          .orderBy('q.occurred_at', 'desc')
          .orderBy('q.id', 'desc')
          .limit(page.size)
          .offset((page.number - 1) * page.size)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(paymentColumns([page.accountId]))
    .select('counted.total')
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const payments = rows.flatMap((row) => (row.id === null ? [] : paymentOf(row as PaymentColumns)));
  return { totalCount: first.total, payments };
}

/** Returns whether an account is the login's, and no payment of it changed since then. */
export async function isSettled(
  db: Database,
  {
    loginId,
    accountId,
    since,
  }: { readonly loginId: string; readonly accountId: string; readonly since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select exists (select 1 from login_account where login_id = ${loginId} and account_id = ${accountId})
      and not exists (select 1 from payment
        where account_id = ${accountId} and coalesce(state_at, occurred_at) > ${since}) as "isSettled"`.execute(
    db,
  );
  return rows[0]?.isSettled ?? false;
}
