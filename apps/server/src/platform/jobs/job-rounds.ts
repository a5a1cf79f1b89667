import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { compileOnce, type Placeholders } from '../database/pipeline/pipeline.ts';
import type { Job } from './job.ts';

/** A round that has not ended by then begins again: it failed, or its server was killed. */
const longestSeconds = 300;

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Claims the next round of a job for this server, by the database's time. False if it is not due, or another server's. */
export async function claimRound(db: Database, { name, everySeconds }: Job): Promise<boolean> {
  const claimSeconds = Math.min(everySeconds, longestSeconds);
  const [row] = await claimDue(db, { name, everySeconds, claimSeconds });
  return row?.isClaimed ?? false;
}

interface RoundClaim {
  readonly name: string;
  readonly everySeconds: number;
  readonly claimSeconds: number;
}

// The first server that ever looks for a job inserts its row.
const claimDue = compileOnce((db, { name, everySeconds, claimSeconds }: Placeholders<RoundClaim>) =>
  sql<{ isClaimed: boolean }>`
    with claimed as (
      update job_round set next_at = now() + make_interval(secs => ${claimSeconds})
      where name = ${name} and next_at <= now() returning name
    ), first as (
      insert into job_round (name, next_at) select ${name}, now() + make_interval(secs => ${everySeconds})
      where not exists (select 1 from job_round where name = ${name}) on conflict do nothing
    )
    select exists (select 1 from claimed) as "isClaimed"`.compile(db),
);

/** Ends a claimed round: the next one begins after the job's pause. */
export async function endRound(db: Database, { name, everySeconds }: Job): Promise<void> {
  await db
    .updateTable('job_round')
    .set({ next_at: inSeconds(everySeconds) })
    .where('name', '=', name)
    .execute();
}
