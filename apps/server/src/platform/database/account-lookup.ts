import type { Insertable } from 'kysely';
import { lookupMisses } from '../metrics.ts';
import type { Database, Trx } from './connect.ts';
import type { RowOf, Tables } from './tables.ts';

/** What has a number that leads to its account. The hash of a link's secret is such a number, too: {@link keyOf}. */
export type LookupKind = RowOf<'account_lookup'>['kind'];

/** The `account_id` of what belongs to no account. */
export const noAccountId = '00000000-0000-0000-0000-000000000000';

/** Returns the key of a hash. */
export const keyOf = (hash: Buffer): string => hash.toString('hex');

/**
 * Returns what `find` finds of a number in the account that its lookup names; undefined without one. Counts a lookup that is missing
 * or leads elsewhere: no other account is searched.
 */
export async function findByNumber<T>(
  db: Database | Trx,
  kind: LookupKind,
  key: string,
  find: (accountId: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const lookup = await db
    .selectFrom('account_lookup')
    .select('account_id as accountId')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  const found = lookup && (await find(lookup.accountId));
  if (found === undefined) lookupMisses.inc({ kind, reason: lookup ? 'elsewhere' : 'missing' });
  return found;
}

/** Returns the id of the account with a number; undefined if there is none. */
export async function findAccountId(db: Database | Trx, accountNumber: string): Promise<string | undefined> {
  return await findByNumber(db, 'account', accountNumber, async (accountId) => {
    const account = db.selectFrom('account').select('id').where('id', '=', accountId);
    return (await account.where('account_number', '=', accountNumber).executeTakeFirst())?.id;
  });
}

/** Stores where a number leads, in the transaction that stores its row. Returns false if it leads somewhere already. */
export async function insertLookup(
  db: Database | Trx,
  lookup: Insertable<Tables['account_lookup']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account_lookup')
    .values(lookup)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes where a number leads that nobody may use any more. */
export async function deleteLookup(trx: Trx, kind: LookupKind, key: string): Promise<void> {
  await trx.deleteFrom('account_lookup').where('kind', '=', kind).where('key', '=', key).execute();
}
