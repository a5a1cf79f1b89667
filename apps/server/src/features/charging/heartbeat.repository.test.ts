import { type RawBuilder, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { beat, endPause, findUnsureTime, pauseRestored } from './heartbeat.repository.ts';

// Times are the database's own, so they are compared in it.

const portal = forFile(() => startTestPortal());
afterEach(async () => {
  await sql`update heartbeat h set system_identifier = c.system_identifier::text, timeline = current_timeline(), beat_at = now(),
    paused_for = null, paused_at = null, unsure_from = null, resumed_because = null
    from pg_control_system() c`.execute(portal.db);
});

const minutesAgo = (minutes: number) => sql<Date>`now() - ${minutes} * interval '1 minute'`;
const beatAt = (at: RawBuilder<Date>) => sql`update heartbeat set beat_at = ${at}`.execute(portal.db);

/** Returns how many whole minutes ago a time of the heartbeat was; null where there is none. */
async function ageOf(column: 'beat_at' | 'paused_at' | 'unsure_from'): Promise<number | null> {
  const age = sql<number | null>`round(extract(epoch from now() - ${sql.ref(column)}) / 60)::int`;
  const { minutes } = await portal.db
    .selectFrom('heartbeat')
    .select(age.as('minutes'))
    .executeTakeFirstOrThrow();
  return minutes;
}

test.each([
  [9, undefined],
  [11, 'stopped'],
] as const)('a beat that is %i minutes old: %s', async (minutes, reason) => {
  await beatAt(minutesAgo(minutes));
  expect((await beat(portal.db))?.reason).toBe(reason);
  expect(await ageOf('beat_at')).toBe(0);
});

test('charges may be missing since the last beat before the pause, however many follow', async () => {
  await beatAt(minutesAgo(20));
  await beat(portal.db);
  expect(await ageOf('unsure_from')).toBe(20);
  await sql`update heartbeat set paused_at = ${minutesAgo(5)}`.execute(portal.db);
  expect(Math.round(((await beat(portal.db))?.ageMs ?? 0) / 60_000)).toBe(5);
  expect([await ageOf('unsure_from'), await ageOf('paused_at')]).toEqual([20, 5]);
});

test('look-ups reach back a day, and to the last beat before a pause for three days after it', async () => {
  const hours = async () =>
    Math.round((Date.now() - (await findUnsureTime(portal.db)).getTime()) / 3_600_000);
  const hour = 60;
  expect(await hours()).toBe(24);
  await beatAt(minutesAgo(100 * hour));
  await beat(portal.db);
  expect(await hours()).toBe(100);
  await endPause(portal.db, 'no card was charged');
  expect(await hours()).toBe(24);
  await beatAt(minutesAgo(40 * hour));
  await beat(portal.db);
  await endPause(portal.db, 'no card was charged');
  expect(await hours()).toBe(40);
  const { resumed_because } = await readRow(portal.db, 'heartbeat', {});
  expect(resumed_because).toBe('no card was charged');
});

test.each([
  ['another cluster', sql`system_identifier = '1'`],
  ['another timeline', sql`timeline = '00000000'`],
])('a pause begins anew in a copy that was made during it: %s', async (_copy, change) => {
  await beatAt(minutesAgo(20));
  await beat(portal.db);
  await sql`update heartbeat set paused_for = 'restored', paused_at = ${minutesAgo(15)}, ${change}`.execute(
    portal.db,
  );
  await beat(portal.db);
  expect([await ageOf('unsure_from'), await ageOf('paused_at')]).toEqual([20, 0]);
});

test('a restore in the same cluster pauses from its last beat on, until its first server beats', async () => {
  const restore = () => pauseRestored({ query: (text) => sql.raw(text).execute(portal.db) });
  await beatAt(minutesAgo(90));
  await restore();
  await sql`update heartbeat set paused_at = ${minutesAgo(60)}`.execute(portal.db);
  expect((await beat(portal.db))?.reason).toBe('restored');
  expect([await ageOf('unsure_from'), await ageOf('paused_at')]).toEqual([90, 0]);
  // A backup that was made during a pause is as unsure as that.
  await beatAt(minutesAgo(10));
  await restore();
  expect(await ageOf('unsure_from')).toBe(90);
  await endPause(portal.db);
  await restore();
  expect(await ageOf('unsure_from')).toBe(10);
});
