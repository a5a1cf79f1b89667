import type { Clock } from '@myaccount/clock';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './connect.ts';

/**
 * Returns the SQL expression of the one clock that all servers share. Times that servers compare with each other come
 * from it, because the clock of one server can be wrong.
 */
export type DatabaseTime = () => RawBuilder<Date>;

/** The database's own clock. It stands still during a statement, so that an index on a time can be used. */
export const databaseTime: DatabaseTime = () => sql<Date>`statement_timestamp()`;

/** Another clock in place of the database's: a test or a demo moves it. */
export function databaseTimeOf(clock: Clock): DatabaseTime {
  return () => sql<Date>`${clock.now()}::timestamptz`;
}

/** Returns the shared time now. */
export async function readDatabaseTime(trx: Trx, time: DatabaseTime): Promise<Date> {
  const { now } = await trx.selectNoFrom(time().as('now')).executeTakeFirstOrThrow();
  return now;
}
