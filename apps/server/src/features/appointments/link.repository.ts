import { insertLookup, keyOf } from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOpenVisit } from '../accounts/open-visit.repository.ts';
import type { VisitKey } from './visit.repository.ts';

/** Stores a link by the hash of its token. */
export async function insertLink(
  trx: Trx,
  { accountId, appointmentId }: VisitKey,
  link: { readonly tokenHash: Buffer; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const key = keyOf(link.tokenHash);
  const row = {
    account_id: accountId,
    appointment_id: appointmentId,
    token_hash: link.tokenHash,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
  await Promise.all([
    insertLookup(trx, { kind: 'appointmentLink', key, account_id: accountId, expires_at: link.expiresAt }),
    trx.insertInto('appointment_link').values(row).execute(),
  ]);
}

/** Ends every live link of an account’s visits and returns how many. */
export async function revokeLinks(trx: Trx, accountId: string, at: Date): Promise<number> {
  const result = await trx
    .updateTable('appointment_link')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Returns the open visits of an account, or of every account if the id is null, by account. */
export async function listAccountVisits(
  db: Database,
  { accountId, now }: { readonly accountId: string | null; readonly now: Date },
) {
  const rows = await db
    .selectFrom('appointment as v')
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .select(['a.id as accountId', 'a.account_number as accountNumber', 'v.id as appointmentId'])
    .select('v.starts_at as startsAt')
    .where(isOpenVisit(now))
    .$if(accountId !== null, (query) =>
      query.where('a.id', '=', accountId ?? '').where('v.account_id', '=', accountId ?? ''),
    )
    .orderBy('a.account_number')
    .orderBy('v.starts_at')
    .execute();
  return [...Map.groupBy(rows, ({ accountId }) => accountId)].map(([accountId, visits]) => ({
    accountId,
    accountNumber: visits[0]?.accountNumber ?? '',
    visits,
  }));
}

/** Returns the accounts that have live links. */
export async function listAccountsWithLinks(
  db: Database,
  { accountId, now }: { readonly accountId: string | null; readonly now: Date },
) {
  return await db
    .selectFrom('appointment_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['a.id as accountId', 'a.account_number as accountNumber'])
    .distinct()
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .$if(accountId !== null, (query) => query.where('a.id', '=', accountId ?? ''))
    .orderBy('a.account_number')
    .execute();
}
