import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { announcedEvent, autopayMailKey } from './autopay.rules.ts';

interface DueRange {
  readonly after: string;
  /** The first and the last due date to announce. */
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** The key of the mail that announced a charge, for `format`. */
const announcedKey = autopayMailKey('autopay-upcoming', announcedEvent('%1$s', '%2$s'));

/** Returns accounts with autopay and a bill due between two days, in the order of their ids. */
export async function listAccountsToAnnounce(db: Database, range: DueRange): Promise<string[]> {
  const { after, from, to, limit } = range;
  const { rows } = await sql<{ id: string }>`
    select e.account_id as id from autopay_enrollment e
    where e.ended_at is null and e.account_id > ${after}
      and exists (select 1 from invoice i where i.account_id = e.account_id and i.open_cents > 0
        and i.voided_at is null and i.due_on between ${from} and ${to}
        and not exists (select 1 from outbox o
          where o.event_key = format(${announcedKey}, e.account_id, i.due_on)))
    order by e.account_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns accounts with autopay and late debt of which their customers were not told, in any order. */
export async function listAccountsToTell(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.account_id as id from late_debt l
    join autopay_enrollment e on e.account_id = l.account_id and e.ended_at is null
    where l.collect_on is null`.execute(db);
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
