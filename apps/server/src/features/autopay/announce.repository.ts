import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { lookForWork } from '../../platform/database/distribution/look-for-work.ts';

/** Returns accounts with autopay and late debt of which their customers were not told, in any order. */
export async function listAccountsToTell(db: Database): Promise<string[]> {
  const rows = await lookForWork(
    db,
    async (among) =>
      (
        await sql<{ id: string }>`
          select distinct l.account_id as id from late_debt l
          join autopay_enrollment e on e.account_id = l.account_id and e.ended_at is null
          where l.collect_on is null and ${among('l.account_id')}`.execute(db)
      ).rows,
  );
  return rows.map(({ id }) => id);
}

/** Stores from which day the late debt of a locked account is collected, now that its customer is notified. */
export async function collectLateDebtFrom(trx: Trx, accountId: string, day: string): Promise<void> {
  await trx
    .updateTable('late_debt')
    .set({ collect_on: day })
    .where('account_id', '=', accountId)
    .where('collect_on', 'is', null)
    .execute();
}
