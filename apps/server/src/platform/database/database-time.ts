import type { Clock } from '@myaccount/clock';
import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '../business-day.ts';
import type { Database, Trx } from './connect.ts';

/**
 * Returns the SQL expression of the one clock that all servers share. Times that servers compare with each other come
 * from it, because the clock of one server can be wrong.
 */
export type DatabaseTime = () => RawBuilder<Date>;

/** The database's own clock. It does not advance during a statement, so that an index on a time can be used. */
export const databaseTime: DatabaseTime = () => sql<Date>`statement_timestamp()`;

/** Another clock in place of the database's: a test or a demo moves it. */
export function databaseTimeOf(clock: Clock): DatabaseTime {
  return () => sql<Date>`${clock.now()}::timestamptz`;
}

/** The shared time, and its business day. */
export interface Moment {
  readonly now: Date;
  readonly today: string;
}

/**
 * Returns the shared time now, with its day in the business time zone. A statement about accounts gets it as a parameter: the node
 * of the database that has an account has a clock of its own.
 */
export async function readMoment(db: Database | Trx, time: DatabaseTime, timeZone: string): Promise<Moment> {
  const { now } = await db.selectNoFrom(time().as('now')).executeTakeFirstOrThrow();
  return { now, today: dayOf(now, timeZone) };
}
