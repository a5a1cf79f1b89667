import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { announcedEvent, autopayMailKey } from './autopay.rules.ts';

/** A due date of an account: what the indexes are ordered by. */
interface DueDate {
  readonly dueOn: string;
  readonly accountId: string;
}

const batchSize = 500;
const beforeAll: DueDate = { dueOn: '-infinity', accountId: '00000000-0000-0000-0000-000000000000' };

const openBills = sql`select account_id, due_on from invoice where open_cents > 0 and voided_at is null`;
const openDebts = sql`select account_id, due_on from opening_balance where open_cents > 0`;

/** The next due dates of open items, in the order of their index: what is not due, and who has autopay, is not asked. */
function nextOf(items: RawBuilder<unknown>, { dueOn, accountId }: DueDate): RawBuilder<unknown> {
  return sql`${items} and (due_on, account_id) > (${dueOn}, ${accountId})
    order by due_on, account_id limit ${sql.lit(batchSize)}`;
}

/**
 * Returns accounts with autopay that have something due by a day and were not charged for that day, each once, in batches that
 * begin with the oldest due dates. Some of them turn out to have nothing to charge now.
 */
export function listAccountsToCharge(db: Database, runOn: string): AsyncGenerator<string[]> {
  return inBatches(db, (after) => {
    const due = (items: RawBuilder<unknown>) => nextOf(sql`${items} and due_on <= ${runOn}`, after);
    return sql`
      select d.due_on as "dueOn", d.account_id as "accountId", e.account_id is not null and c.account_id is null
        and d.due_on = (select min(o.due_on) from (${openBills} union all ${openDebts}) o
          where o.account_id = d.account_id) as "isWanted"
      from ((${due(openBills)}) union all (${due(openDebts)}) order by due_on, account_id limit ${sql.lit(batchSize)}) d
      left join autopay_enrollment e on e.account_id = d.account_id and e.ended_at is null
      left join autopay_charge c on c.account_id = d.account_id and c.run_on = ${runOn}
      order by d.due_on, d.account_id`;
  });
}

/** The key of the mail that announced a charge, for `format`. */
const announcedKey = autopayMailKey('autopay-upcoming', announcedEvent('%1$s', '%2$s'));

/**
 * Returns accounts with autopay and a bill due between two days that no mail announced, in batches. One with several such bills
 * comes once for each due date.
 */
export function listAccountsToAnnounce(db: Database, from: string, to: string): AsyncGenerator<string[]> {
  return inBatches(
    db,
    (after) => sql`
      select d.due_on as "dueOn", d.account_id as "accountId",
        e.account_id is not null and o.event_key is null as "isWanted"
      from (${nextOf(sql`${openBills} and due_on between ${from} and ${to}`, after)}) d
      left join autopay_enrollment e on e.account_id = d.account_id and e.ended_at is null
      left join outbox o on o.event_key = format(${announcedKey}, d.account_id, d.due_on)
      order by d.due_on, d.account_id`,
  );
}

/** Returns the accounts that are wanted, of each batch of due dates. Several items of one account are due on the same day. */
async function* inBatches(
  db: Database,
  select: (after: DueDate) => RawBuilder<unknown>,
): AsyncGenerator<string[]> {
  for (let after: DueDate | undefined = beforeAll; after; ) {
    const { rows } = await (select(after) as RawBuilder<DueDate & { isWanted: boolean }>).execute(db);
    const accountIds = new Set(rows.filter(({ isWanted }) => isWanted).map(({ accountId }) => accountId));
    if (accountIds.size > 0) yield [...accountIds];
    after = rows.length === batchSize ? rows.at(-1) : undefined;
  }
}
