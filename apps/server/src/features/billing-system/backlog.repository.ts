import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { BillingRefusal } from './reading.repository.ts';

/** What of the billing system is still to be read, and what was not taken. */
export interface Backlog {
  readonly due: number;
  readonly dueSince: Date | null;
  readonly oldestReading: Date | null;
  /** Accounts that were read at least once, and those that never were. */
  readonly read: number;
  readonly unread: number;
  readonly awaySeconds: number;
  /** When all accounts had last been listed; null before the first reading is through. */
  readonly completedAt: Date | null;
  readonly refusals: number;
}

/** Each part reads an index, apart from the counts of a whole sweep: those are asked for by an operator alone. */
export async function findBacklog(db: Database | Trx, withCounts = false): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select (select count(*)::int from billing_reading where due_at is not null) as due,
      (select min(due_at) from billing_reading where due_at is not null) as "dueSince",
      (select min(read_at) from billing_reading) as "oldestReading",
      (select count(*)::int from billing_reading where ${withCounts} and read_at is not null) as read,
      (select count(*)::int from billing_reading where ${withCounts} and read_at is null) as unread,
      coalesce(extract(epoch from now() - (select away_since from billing_pace)), 0)::float8 as "awaySeconds",
      (select completed_at from billing_cursor where list = 'accounts') as "completedAt",
      (select count(*)::int from billing_refusal) as refusals`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without a table returned no row');
  return row;
}

/** What was not taken, oldest first, with its account's number; null where it has no account here. */
export async function listRefusals(
  db: Database,
  limit: number,
): Promise<(BillingRefusal & { readonly accountNumber: string | null; readonly since: Date })[]> {
  const { rows } = await sql<BillingRefusal & { accountNumber: string | null; since: Date }>`
    select a.account_number as "accountNumber", r.record, r.field, r.reason, r.since
    from billing_refusal r left join account a on a.id = r.account_id
    order by r.since, r.account_id, r.record, r.field limit ${limit}`.execute(db);
  return rows;
}
