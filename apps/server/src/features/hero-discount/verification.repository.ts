import { sql } from 'kysely';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { loginForms } from '../../platform/email-forms.ts';
import type { Applicant } from './hero-discount.rules.ts';
import type { LastRequest } from './verification.rules.ts';

/** The service's name in `inbox_event`. */
export const provider = 'verify-pass';

/** Stores the outcome of a verification: applied, or waiting for a person with the reason. */
export async function closeEvent(trx: Trx, eventId: string, reason: string | null): Promise<void> {
  await trx
    .updateTable('inbox_event')
    .set({ state: reason === null ? 'APPLIED' : 'AMBIGUOUS', reason })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}

/** Locks a verification that waits for a person; undefined if there is none. */
export async function lockEventForReview(trx: Trx, eventId: string) {
  return await trx
    .selectFrom('inbox_event')
    .select('event_id as eventId')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('state', '=', 'AMBIGUOUS')
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the last request of every account that asked with an address. */
export async function listLastRequests(trx: Trx, emailAddress: string): Promise<LastRequest[]> {
  return await trx
    .selectFrom('hero_application')
    .select('account_id as accountId')
    .select(({ fn }) => fn.max('requested_at').as('requestedAt'))
    .where('email_address', 'in', loginForms(emailAddress))
    .groupBy('account_id')
    .execute();
}

/** Locks an account and returns what decides whether it can have the discount. */
export async function lockApplicant(
  trx: Trx,
  key: { readonly accountId: string } | { readonly accountNumber: string },
): Promise<(Applicant & { readonly accountId: string }) | undefined> {
  const accountId = 'accountId' in key ? key.accountId : await findAccountId(trx, key.accountNumber);
  if (accountId === undefined) return undefined;
  const account = await trx
    .selectFrom('account')
    .select(['id as accountId', 'account_type as accountType', 'status'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const discount = await trx
    .selectFrom('discount')
    .select('is_applied as isApplied')
    .where('account_id', '=', accountId)
    .where('discount_type', '=', 'Hero Discount')
    .executeTakeFirst();
  return { ...account, isApplied: discount?.isApplied ?? false };
}

/** Applies the discount to a locked account. */
export async function applyDiscount(trx: Trx, accountId: string, appliedAt: Date): Promise<void> {
  await sql`
    insert into discount (account_id, discount_type, is_applied, is_eligible, applied_at)
    values (${accountId}, 'Hero Discount', true, true, ${appliedAt})
    on conflict (account_id, discount_type) do update
    set is_applied = true, is_eligible = true, applied_at = excluded.applied_at`.execute(trx);
}
