import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { RetainedTable } from './retention.rules.ts';

/** The column that says how old a row is, and which rows may go. An index leads with each column. */
interface Age {
  /** The main key; `id` alone if it is not given. */
  readonly key?: readonly string[];
  readonly column: string;
  /** The column's unit, if it is not an instant. */
  readonly unit?: 'milliseconds';
  readonly only?: RawBuilder<boolean>;
}

const ageOf: Readonly<Record<RetainedTable, Age>> = {
  rate_limit: { key: ['key'], column: 'expire', unit: 'milliseconds' },
  login_challenge: { column: 'expires_at' },
  login_throttle: { key: ['address_hmac'], column: 'expires_at' },
  login_browser: { column: 'expires_at' },
  email_change: { key: ['account_id'], column: 'expires_at' },
  login_change: { key: ['login_id'], column: 'expires_at' },
  // A session that was ended early expires within a week.
  session: { column: 'expires_at' },
  captured_method: { key: ['login_id', 'id'], column: 'opened_at' },
  frame_sequence: { key: ['login_id', 'sequence'], column: 'signed_at' },
  outbox: { column: 'created_at', only: sql`state <> 'WAITING'` },
  text_message: { key: ['account_id', 'id'], column: 'created_at', only: sql`due_at is null` },
  // A callback that nobody could apply waits for a person.
  inbox_event: { key: ['provider', 'event_id'], column: 'received_at', only: sql`state = 'APPLIED'` },
  hero_application: { key: ['account_id', 'id'], column: 'requested_at' },
  appointment_change: { key: ['account_id', 'id'], column: 'requested_at', only: sql`state <> 'CONFIRMING'` },
  appointment_link: { key: ['account_id', 'id'], column: 'expires_at' },
  account_lookup: { key: ['kind', 'key'], column: 'expires_at' },
  slot: { column: 'starts_at' },
  page_event: { key: ['account_id', 'id'], column: 'at' },
  idempotency_key: { key: ['login_id', 'call', 'key'], column: 'created_at' },
};

/** Deletes the oldest rows of a table from before a time, at most `limit`, and returns how many. */
export async function deleteOldest(
  db: Database,
  table: RetainedTable,
  before: Date,
  limit: number,
): Promise<number> {
  const { key = ['id'], column, unit, only = sql<boolean>`true` } = ageOf[table];
  const bound = unit === 'milliseconds' ? before.getTime() : before;
  const isOld = sql`${sql.ref(column)} < ${bound} and ${only}`;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const result = await sql`
    delete from ${sql.table(table)} where ${isOld} and (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOld} order by ${sql.ref(column)} limit ${limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}
