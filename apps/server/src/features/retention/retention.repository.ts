import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { RetainedTable } from './retention.rules.ts';

/** The column that says how old a row is, and which rows may go. An index leads with each column. */
interface Age {
  readonly column: string;
  /** The column's unit, if it is not an instant. */
  readonly unit?: 'milliseconds';
  readonly only?: RawBuilder<boolean>;
}

const ageOf: Readonly<Record<RetainedTable, Age>> = {
  rate_limit: { column: 'expire', unit: 'milliseconds' },
  login_challenge: { column: 'expires_at' },
  login_throttle: { column: 'expires_at' },
  login_browser: { column: 'expires_at' },
  email_change: { column: 'expires_at' },
  // A session that was ended early expires within a week.
  session: { column: 'expires_at' },
  captured_method: { column: 'opened_at' },
  frame_sequence: { column: 'signed_at' },
  outbox: { column: 'created_at', only: sql`state <> 'WAITING'` },
  text_message: { column: 'created_at', only: sql`due_at is null` },
  // A callback that nobody could apply waits for a person.
  inbox_event: { column: 'received_at', only: sql`state = 'APPLIED'` },
  hero_application: { column: 'requested_at' },
  appointment_change: { column: 'requested_at', only: sql`state <> 'CONFIRMING'` },
  appointment_link: { column: 'expires_at' },
  slot: { column: 'starts_at' },
  page_event: { column: 'at' },
  idempotency_key: { column: 'created_at' },
};

/** Deletes the oldest rows of a table from before a time, at most `limit`, and returns how many. */
export async function deleteOldest(
  db: Database,
  table: RetainedTable,
  before: Date,
  limit: number,
): Promise<number> {
  const { column, unit, only = sql<boolean>`true` } = ageOf[table];
  const bound = unit === 'milliseconds' ? before.getTime() : before;
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${bound} and ${only}
      order by ${sql.ref(column)} limit ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
