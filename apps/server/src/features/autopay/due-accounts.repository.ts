import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type Among, lookInTurn } from '../../platform/database/distribution/look-for-work.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
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

/** Selects the next due dates of open items, in the order of their index: what is not due, and who has autopay, is not asked. */
function nextOf(items: RawBuilder<unknown>, after: DueDate, among: Among): RawBuilder<unknown> {
  return sql`${items} and (due_on, account_id) > (${after.dueOn}, ${after.accountId}) and ${among('account_id')}
    order by due_on, account_id limit ${sql.lit(batchSize)}`;
}

/**
 * Returns accounts with autopay that have something due by a day and were not charged for that day, each once, in batches that
 * begin with the oldest due dates. Some of them turn out to have nothing to charge now.
 */
export async function* listAccountsToCharge(db: Database, runOn: string): AsyncGenerator<string[]> {
  const next = (after: DueDate, among: Among) => {
    const due = (items: RawBuilder<unknown>) => nextOf(sql`${items} and due_on <= ${runOn}`, after, among);
    return sql`(${due(openBills)}) union all (${due(openDebts)})`;
  };
  const wanted = (due: readonly DueDate[]) => sql`
    select e.account_id as "accountId" from autopay_enrollment e
    left join autopay_charge c
      on c.account_id = e.account_id and ${isOneOf('c.account_id', accountsOf(due))} and c.run_on = ${runOn}
    where ${isOneOf('e.account_id', accountsOf(due))} and e.ended_at is null and c.account_id is null`;
  // An account comes with its oldest due date.
  const listed = new Set<string>();
  for await (const accountIds of inBatches(db, next, wanted)) {
    const fresh = accountIds.filter((accountId) => !listed.has(accountId));
    for (const accountId of fresh) listed.add(accountId);
    if (fresh.length > 0) yield fresh;
  }
}

/** The key of the mail that announced a charge, for `format`. */
const announcedKey = autopayMailKey('autopay-upcoming', announcedEvent('%1$s', '%2$s'));

/**
 * Returns accounts with autopay and a bill due between two days that no mail announced, in batches. One with several such bills
 * comes once for each due date.
 */
export function listAccountsToAnnounce(db: Database, from: string, to: string): AsyncGenerator<string[]> {
  const next = (after: DueDate, among: Among) =>
    nextOf(sql`${openBills} and due_on between ${from} and ${to}`, after, among);
  const wanted = (due: readonly DueDate[]) => sql`
    select d.account_id as "accountId"
    from unnest(${accountsOf(due)}::uuid[], ${due.map(({ dueOn }) => dueOn)}::date[]) d (account_id, due_on)
    join autopay_enrollment e
      on e.account_id = d.account_id and ${isOneOf('e.account_id', accountsOf(due))} and e.ended_at is null
    left join outbox o on o.event_key = format(${announcedKey}, d.account_id, d.due_on)
    where o.event_key is null`;
  return inBatches(db, next, wanted);
}

const accountsOf = (due: readonly DueDate[]) => due.map(({ accountId }) => accountId);

/**
 * Returns the accounts that are wanted, of each batch of due dates: first those of everybody, then who of them. Several items of one
 * account are due on the same day.
 */
function inBatches(
  db: Database,
  next: (after: DueDate, among: Among) => RawBuilder<unknown>,
  wanted: (due: readonly DueDate[]) => RawBuilder<unknown>,
): AsyncGenerator<string[]> {
  const list = async (query: RawBuilder<unknown>) => (await (query as RawBuilder<DueDate>).execute(db)).rows;
  return lookInTurn(db, async function* (among) {
    for (let after: DueDate | undefined = beforeAll; after; ) {
      const due: DueDate[] = await list(sql`
        select due_on as "dueOn", account_id as "accountId" from (${next(after, among)}) d
        order by due_on, account_id limit ${sql.lit(batchSize)}`);
      const found = new Set(due.length === 0 ? [] : accountsOf(await list(wanted(due))));
      const accountIds = new Set(accountsOf(due).filter((accountId) => found.has(accountId)));
      if (accountIds.size > 0) yield [...accountIds];
      after = due.length === batchSize ? due.at(-1) : undefined;
    }
  });
}
