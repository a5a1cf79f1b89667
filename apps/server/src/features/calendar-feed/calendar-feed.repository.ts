import type { Language } from '@myaccount/contract/languages';
import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Stores the feed of a login and account in place of the one before. */
export async function insertFeed(db: Database, row: Insertable<Tables['calendar_feed']>): Promise<void> {
  await db
    .insertInto('calendar_feed')
    .values(row)
    .onConflict((conflict) => conflict.columns(['login_id', 'account_id']).doUpdateSet(row))
    .execute();
}

/** Returns whose due dates a token shows, while its login has the account, and that is open; undefined for every other token. */
export async function findFeed(
  db: Database,
  tokenHash: Buffer,
): Promise<{ readonly accountId: string; readonly language: Language } | undefined> {
  const feed = await db
    .selectFrom('calendar_feed as f')
    .innerJoin('login_account as la', (join) =>
      join.onRef('la.login_id', '=', 'f.login_id').onRef('la.account_id', '=', 'f.account_id'),
    )
    .select(['f.account_id as accountId', 'f.language'])
    .where('f.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!feed) return undefined;
  const open = db.selectFrom('account').select('id').where('id', '=', feed.accountId);
  return (await open.where('status', '=', 'ACTIVE').executeTakeFirst()) && feed;
}
