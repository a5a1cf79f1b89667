import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { compileOnce } from '../../platform/database/pipeline/pipeline.ts';
import type { RowOf } from '../../platform/database/tables.ts';

/**
 * Why automatic charges wait: the database was restored, another server of PostgreSQL was promoted, no server beat for ten
 * minutes, as after a snapshot of the machine, or a processor has a charge that is unknown here.
 */
export type PauseReason = NonNullable<RowOf<'heartbeat'>['paused_for']>;

/** A pause of automatic charges: charges from `unsureFrom` to `pausedAt` may be missing here. Ages are in milliseconds. */
export interface ChargingPause {
  readonly reason: PauseReason;
  readonly ageMs: number;
  readonly unsureFrom: Date;
  readonly unsureMs: number;
  readonly pausedAt: Date;
}

/** Returns the SQL expression of why automatic charges wait; null while they do not. */
export function chargingPause(): RawBuilder<PauseReason | null> {
  return sql<PauseReason | null>`charging_pause()`;
}

/** Returns why automatic charges wait; undefined while they do not. */
export async function readPauseReason(db: Database): Promise<PauseReason | undefined> {
  const [row] = await selectPause(db, {});
  return row?.reason ?? undefined;
}

const selectPause = compileOnce((db) => db.selectNoFrom(chargingPause().as('reason')).compile());

/** Beats, and begins a pause when this is not the database that it was. Returns the pause; undefined when there is none. */
export async function beat(db: Database): Promise<ChargingPause | undefined> {
  await sql`
    update heartbeat h set
      paused_for = p.reason,
      paused_at = case when h.beat_at >= h.paused_at and h.system_identifier = c.system_identifier::text
        and h.timeline = current_timeline() then h.paused_at when p.reason is not null then now() end,
      unsure_from = case when h.paused_for is null and p.reason is not null then h.beat_at else h.unsure_from end,
      system_identifier = c.system_identifier::text, timeline = current_timeline(), beat_at = greatest(h.beat_at, now())
    from (select charging_pause() as reason) p, pg_control_system() c`.execute(db);
  return await findPause(db);
}

/** Returns the pause of automatic charges that a beat began; undefined when there is none. */
export async function findPause(db: Database): Promise<ChargingPause | undefined> {
  const row = await db
    .selectFrom('heartbeat')
    .select(['paused_for as reason', 'unsure_from as unsureFrom', 'paused_at as pausedAt'])
    .select(sql<number>`extract(epoch from now() - paused_at)::float * 1000`.as('ageMs'))
    .select(sql<number>`extract(epoch from now() - unsure_from)::float * 1000`.as('unsureMs'))
    .executeTakeFirstOrThrow();
  const { reason, unsureFrom, pausedAt, ...ages } = row;
  return reason && unsureFrom && pausedAt ? { ...ages, reason, unsureFrom, pausedAt } : undefined;
}

/**
 * Returns since when charges may be missing here: since the last beat before a pause, for three days, because bills can be
 * imported again after it, and in any case since a day ago, because not every copy that is put in place begins a pause.
 */
export async function findUnsureTime(db: Database): Promise<Date> {
  const { unsureFrom } = await db
    .selectFrom('heartbeat')
    .select(
      sql<Date>`least(case when paused_for is not null or unsure_from > now() - interval '3 days' then unsure_from end,
        now() - interval '1 day')`.as('unsureFrom'),
    )
    .executeTakeFirstOrThrow();
  return unsureFrom;
}

/** Returns whether Orbital may have charges of the last three days that are unknown here, because no settlement file covers them. */
export async function isOrbitalUnsure(db: Database): Promise<boolean> {
  const isCovered = sql<boolean>`resumed_because is null and exists (
    select 1 from orbital_coverage where covers_from <= unsure_from and covers_to > unsure_from)`;
  const isRecent = sql<boolean>`coalesce(unsure_from > now() - interval '3 days', false)`;
  const row = await db
    .selectFrom('heartbeat')
    .select(sql<boolean>`paused_for is not null or (${isRecent} and not (${isCovered}))`.as('isUnsure'))
    .executeTakeFirstOrThrow();
  return row.isUnsure;
}

/**
 * Begins a pause of automatic charges because a processor has charges of these times that are unknown here, unless there is one or
 * they are older than the end of the last one. Returns whether it began.
 */
export async function pauseForUnknownCharges(db: Database, times: readonly Date[]): Promise<boolean> {
  if (times.length === 0) return false;
  const [oldest, newest] = [Math.min, Math.max].map(
    (of) => new Date(of(...times.map((time) => time.getTime()))),
  );
  const { numUpdatedRows } = await db
    .updateTable('heartbeat')
    .set({
      paused_for: 'unknown-charge',
      paused_at: sql`now()`,
      unsure_from: oldest,
    })
    .where('paused_for', 'is', null)
    .where(sql<boolean>`coalesce(resumed_at < ${newest}, true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Ends a pause, for the reason that an operator gave, or because all is known. Returns why charges waited; undefined if another
 * server has ended it.
 */
export async function endPause(
  db: Database,
  because: string | null = null,
): Promise<PauseReason | undefined> {
  const { rows } = await sql<{ reason: PauseReason }>`
    update heartbeat set paused_for = null, paused_at = null, resumed_because = ${because}, resumed_at = now()
    where paused_for is not null returning old.paused_for as reason`.execute(db);
  return rows[0]?.reason;
}

/**
 * Marks a database that was restored, although it is in the same cluster: pages work, and charges wait. The first beat says
 * when the pause began: until then another database may have been served.
 */
export async function pauseRestored(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(
    `update heartbeat set paused_for = 'restored', paused_at = now(),
       unsure_from = case when paused_for is null then beat_at else unsure_from end`,
  );
}
