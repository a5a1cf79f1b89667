import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { RowOf } from '../../platform/database/tables.ts';
import type { ControlTotals } from './control-totals.rules.ts';

/** A range of time; `to` is not in it. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** Adds the range of a settlement file to the coverage, with its control totals. */
export async function insertCoverage(
  db: Database,
  { from, to, charges, totalCents, by }: ControlTotals,
  { fileName, at }: { readonly fileName: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('orbital_coverage')
    .values({
      covers_from: from,
      covers_to: to,
      charges,
      total_cents: totalCents,
      stated_by: by,
      stated_at: at,
      file_name: fileName,
    })
    .execute();
}

/** Returns what was covered last, newest first, in whose name. */
export async function listNewestCoverage(db: Database, limit: number): Promise<RowOf<'orbital_coverage'>[]> {
  return await db.selectFrom('orbital_coverage').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Returns the parts of a range that no settlement file covers; none where Orbital never had anything to charge. */
export async function listUncovered(db: Database, { from, to }: TimeRange): Promise<TimeRange[]> {
  const { rows } = await sql<TimeRange>`
    select lower(gap) as "from", upper(gap) as "to"
    from (
      select unnest(tstzmultirange(tstzrange(${from}, ${to}))
        - coalesce(range_agg(tstzrange(covers_from, covers_to)), '{}')) as gap
      from orbital_coverage
    ) uncovered
    where exists (select 1 from payment_method where processor = 'orbital')
      or exists (select 1 from captured_method where processor = 'orbital')
      or exists (select 1 from payment where processor = 'orbital')
    order by gap`.execute(db);
  return rows;
}
