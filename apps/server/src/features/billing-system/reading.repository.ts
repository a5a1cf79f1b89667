import { type RawBuilder, sql } from 'kysely';
import type { BillingList } from '../../gateways/billing-system/billing-system.ts';
import { noAccountId } from '../../platform/database/account-lookup.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';

/** A reading that this server has claimed. */
export interface Reading {
  /** Null for an account that is new there. */
  readonly accountId: string | null;
  readonly accountNumber: string;
  readonly number: number;
  /** When it began, by the portal's clock. */
  readonly startedAt: Date;
  /** When the last one began that was written; null: none was. */
  readonly readAt: Date | null;
  readonly isDoubtful: boolean;
}

/** A server that reads an account longer than this is taken for dead. */
const claimMs = 120_000;
/** Of several that are due, so that servers find another when one was faster. */
const candidates = 8;

/** Asks for a reading of an account: many at once are one. One that is under way will be followed by another. */
export async function askForReading(db: Database, accountId: string, now: Date): Promise<void> {
  await sql`
    insert into billing_reading (account_id, due_at) values (${accountId}, ${now})
    on conflict (account_id) do update set due_at = case when billing_reading.claimed_until > ${now} then ${now}
      else coalesce(billing_reading.due_at, ${now}) end`.execute(db);
}

/** Asks for a reading of an account of which none is known. */
export async function askForFirstReading(db: Database, accountId: string, now: Date): Promise<void> {
  await sql`insert into billing_reading (account_id, due_at) values (${accountId}, ${now}) on conflict do nothing`.execute(
    db,
  );
}

/** Claims the reading that is asked for longest; undefined if there is none. */
export async function claimDueReading(db: Database, now: Date): Promise<Reading | undefined> {
  return await claimOneOf(db, now, sql<boolean>`b.due_at <= ${now}`, sql`b.due_at`);
}

/** Claims the reading of the account that was read longest ago, of those not read since a time. */
export async function claimOldReading(db: Database, now: Date, notSince: Date): Promise<Reading | undefined> {
  const where = sql<boolean>`b.due_at is null and (b.read_at is null or b.read_at < ${notSince})`;
  return await claimOneOf(db, now, where, sql`b.read_at nulls first, b.account_id`);
}

/** Claims the reading of one account at once, whoever reads it already: the newer one counts. */
export async function claimReading(db: Database, accountId: string, now: Date): Promise<Reading> {
  await askForReading(db, accountId, now);
  const claimed = await claim(db, accountId, now, true);
  if (!claimed) throw new Error('The account is gone');
  return claimed;
}

async function claimOneOf(
  db: Database,
  now: Date,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
): Promise<Reading | undefined> {
  const unclaimed = (among: Among) =>
    db
      .selectFrom('billing_reading as b')
      .select('b.account_id as id')
      .where(where)
      .where((eb) => eb.or([eb('b.claimed_until', 'is', null), eb('b.claimed_until', '<=', now)]))
      .where(among('b.account_id'))
      .orderBy(order)
      .limit(candidates);
  for (const { id } of await lookForWork(db, unclaimed, candidates)) {
    const claimed = await claim(db, id, now, false);
    if (claimed) return claimed;
  }
  return undefined;
}

/** Claims the reading of an account, unless another server has it. */
async function claim(
  db: Database,
  accountId: string,
  now: Date,
  isAnyway: boolean,
): Promise<Reading | undefined> {
  const { rows } = await sql<Omit<Reading, 'startedAt'>>`
    update billing_reading r set number = number + 1, claimed_until = ${new Date(now.getTime() + claimMs)}
    from account a
    where r.account_id = ${accountId} and a.id = ${accountId}
      and (${isAnyway} or r.claimed_until is null or r.claimed_until <= ${now})
    returning r.account_id as "accountId", a.account_number as "accountNumber", r.number, r.read_at as "readAt",
      r.is_doubtful as "isDoubtful"`.execute(db);
  const [row] = rows;
  return row && { ...row, startedAt: now };
}

/** What a reading brought that was written. */
export interface FinishedReading {
  readonly openingCents: number | null;
  /** Null where that could not be read: it stays as it was. */
  readonly isChargedThere: boolean | null;
  /** It is read once more before what is wrong is listed. */
  readonly isDoubtful: boolean;
}

/** Ends a reading. False if a newer one began: it stays as it is. */
export async function finishReading(
  db: Database,
  reading: Reading,
  finished: FinishedReading,
): Promise<boolean> {
  const { accountId, number, startedAt } = reading;
  const { numAffectedRows } = await sql`
    update billing_reading set claimed_until = null, is_doubtful = ${finished.isDoubtful},
      read_at = case when ${finished.isDoubtful} then read_at else ${startedAt}::timestamptz end,
      opening_cents = coalesce(${finished.openingCents}::bigint, opening_cents),
      is_charged_there = coalesce(${finished.isChargedThere}::boolean, is_charged_there),
      due_at = case when ${finished.isDoubtful} then ${startedAt}::timestamptz when due_at > ${startedAt} then due_at end
    where account_id = ${accountId} and number = ${number}`.execute(db);
  return numAffectedRows === 1n;
}

/** Adds the reading of an account that is new here. */
export async function addReading(
  db: Database,
  { accountId, startedAt }: { readonly accountId: string; readonly startedAt: Date },
  { openingCents, isChargedThere }: FinishedReading,
): Promise<void> {
  await sql`
    insert into billing_reading (account_id, read_at, opening_cents, is_charged_there)
    values (${accountId}, ${startedAt}, ${openingCents}, ${isChargedThere ?? false})
    on conflict (account_id) do nothing`.execute(db);
}

/** Gives a reading back: it stays due, and is asked for again at a time. */
export async function postponeReading(db: Database, reading: Reading, until: Date): Promise<void> {
  await sql`
    update billing_reading set claimed_until = ${until}
    where account_id = ${reading.accountId} and number = ${reading.number}`.execute(db);
}

/** Returns for how many milliseconds no call may be made. */
export async function findPause(db: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ms from billing_pace`.execute(
    db,
  );
  return rows[0]?.ms ?? 0;
}

/** Notes calls that were answered: the next ones wait for as long as these may take at the pace of all servers. */
export async function noteCalls(db: Database, seconds: number): Promise<void> {
  await sql`
    insert into billing_pace (next_at) values (clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (id) do update set away_since = null,
      next_at = greatest(billing_pace.next_at, clock_timestamp()) + make_interval(secs => ${seconds}::float8)
    where ${seconds}::float8 > 0 or billing_pace.away_since is not null`.execute(db);
}

/** Notes a call without an answer: no server calls for some seconds. Returns for how many seconds none was answered. */
export async function noteAway(db: Database, seconds: number): Promise<number> {
  const { rows } = await sql<{ awaySeconds: number }>`
    insert into billing_pace (next_at, away_since)
    values (clock_timestamp() + make_interval(secs => ${seconds}::float8), now())
    on conflict (id) do update set away_since = coalesce(billing_pace.away_since, now()),
      next_at = greatest(billing_pace.next_at, excluded.next_at)
    returning extract(epoch from now() - billing_pace.away_since)::float8 as "awaySeconds"`.execute(db);
  return rows[0]?.awaySeconds ?? 0;
}

/** How far a list of new records was read. */
export interface Cursor {
  readonly list: BillingList;
  readonly afterId: string | null;
  /** When all accounts had last been listed; null before they were once. Of the other lists, when they began. */
  readonly completedAt: Date | null;
}

/** Claims the list that nobody looked at longest; undefined if none is due. */
export async function claimList(db: Database, lists: readonly BillingList[]): Promise<Cursor | undefined> {
  await sql`insert into billing_cursor (list) select unnest(${[...lists]}::text[]) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<Cursor>`
    update billing_cursor c set claimed_until = now() + make_interval(secs => ${claimMs / 1_000})
    where list = (
      select list from billing_cursor where claimed_until <= now() order by claimed_until, list limit 1 for update skip locked)
    returning list, after_id as "afterId", completed_at as "completedAt"`.execute(db);
  return rows[0];
}

/** Stores how far a claimed list was read, and when it is looked at again. */
export async function moveCursor(
  db: Database,
  { list, afterId, completedAt }: Cursor,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update billing_cursor set after_id = ${afterId}, completed_at = ${completedAt},
      claimed_until = now() + make_interval(secs => ${pauseSeconds})
    where list = ${list}`.execute(db);
}

/** Lets the sweep read every account here of which nothing was read yet. */
export async function readAllKnown(db: Database): Promise<void> {
  await sql`insert into billing_reading (account_id) select id from account on conflict do nothing`.execute(
    db,
  );
}

/** Something of the billing system that was not taken. */
export interface BillingRefusal {
  readonly record: string;
  readonly field: string;
  readonly reason: string;
}

/** Stores what is wrong with an account now: what was so before keeps since when. */
export async function replaceRefusals(
  db: Database,
  accountId: string | null,
  refusals: readonly BillingRefusal[],
  now: Date,
): Promise<void> {
  const names = JSON.stringify(refusals);
  const id = accountId ?? noAccountId;
  await sql`
    with given as (
      select record, field, min(reason) as reason
      from jsonb_to_recordset(${names}::jsonb) as g (record text, field text, reason text) group by record, field
    ), gone as (
      delete from billing_refusal r where account_id = ${id} and ${accountId !== null}
        and not exists (select 1 from given g where g.record = r.record and g.field = r.field)
    )
    insert into billing_refusal (account_id, record, field, reason, since)
    select ${id}, record, field, reason, ${now} from given
    on conflict (account_id, record, field) do update set reason = excluded.reason`.execute(db);
}

/** Removes what was wrong with an account that was new there. */
export async function forgetRefusals(db: Database, record: string): Promise<void> {
  await sql`delete from billing_refusal where account_id = ${noAccountId} and record = ${record}`.execute(db);
}
