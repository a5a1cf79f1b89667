import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';

/** Returns what decides whether an account may apply; undefined if it is not the caller's. */
export async function findApplicant(db: Database, caller: Caller, accountNumber: string) {
  const row = await db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .leftJoin('discount as d', (join) =>
      join.onRef('d.account_id', '=', 'a.id').on('d.discount_type', '=', 'Hero Discount'),
    )
    .select(['a.id as accountId', 'a.account_type as accountType', 'a.status'])
    .select(['c.email_address as emailAddress', 'd.is_applied as isApplied'])
    .where('la.login_id', '=', caller.loginId)
    .where(isOneOf('a.id', caller.accountIds))
    .where('a.account_number', '=', accountNumber)
    .executeTakeFirst();
  return row && { ...row, isApplied: row.isApplied ?? false };
}

/** Stores which account asked with which address, and when. */
export async function addApplication(
  trx: Trx,
  application: {
    readonly accountId: string;
    readonly loginId: string;
    readonly emailAddress: string;
    readonly requestedAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('hero_application')
    .values({
      account_id: application.accountId,
      login_id: application.loginId,
      email_address: application.emailAddress,
      requested_at: application.requestedAt,
    })
    .execute();
}
