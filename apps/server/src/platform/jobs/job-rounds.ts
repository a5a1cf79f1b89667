import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Job } from './job.ts';

/** A round that has not ended by then begins again: it failed, or its server was killed. */
const longestSeconds = 300;

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Claims the next round of a job for this server, by the database's time. False if it is not due, or another server's. */
export async function claimRound(db: Database, { name, everySeconds }: Job): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_round')
    .set({ next_at: inSeconds(Math.min(everySeconds, longestSeconds)) })
    .where('name', '=', name)
    .where('next_at', '<=', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  // The first server that ever looks for it.
  await db
    .insertInto('job_round')
    .values({ name, next_at: inSeconds(everySeconds) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return false;
}

/** Ends a claimed round: the next one begins after the job's pause. */
export async function endRound(db: Database, { name, everySeconds }: Job): Promise<void> {
  await db
    .updateTable('job_round')
    .set({ next_at: inSeconds(everySeconds) })
    .where('name', '=', name)
    .execute();
}
