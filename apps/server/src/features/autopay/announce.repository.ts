import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';

/** Returns accounts with autopay and late debt of which their customers were not told, in any order. */
export async function listAccountsToTell(db: Database): Promise<string[]> {
  const untold = (among: Among) =>
    db
      .selectFrom('late_debt as l')
      .innerJoin('autopay_enrollment as e', 'e.account_id', 'l.account_id')
      .select('l.account_id as id')
      .distinct()
      .where('e.ended_at', 'is', null)
      .where('l.collect_on', 'is', null)
      .where(among('l.account_id', 'e.account_id'));
  const rows = await lookForWork(db, untold);
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
