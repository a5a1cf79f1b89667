import type { AppointmentKind } from '@myaccount/contract/appointments';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { DayRange, TimeWindow } from './appointments.rules.ts';

/** The area of an address `p`: its postal code, of ZIP+4 the ZIP code; empty without an address. */
export const areaOfAddress = sql<string>`coalesce(regexp_replace(p.post_code, '^([0-9]{5})-?[0-9]{4}$', '\\1'), '')`;

/** Whose times: those of an area for one kind of visit. */
export interface SlotGroup {
  readonly area: string;
  readonly kind: AppointmentKind;
}

/** The free times of some days, and how old each day's are. */
export interface KnownSlots {
  readonly readAt: ReadonlyMap<string, Date>;
  readonly times: readonly TimeWindow[];
}

/** Returns the times after `now` that are free, and the age of each day, in one statement. */
export async function readSlots(
  db: Database,
  { area, kind }: SlotGroup,
  { days, now, timeZone }: { readonly days: DayRange; readonly now: Date; readonly timeZone: string },
): Promise<KnownSlots> {
  const { rows } = await sql<{ day: string; read_at: Date; starts_at: Date | null; ends_at: Date | null }>`
    select d.day::text as day, d.read_at, s.starts_at, s.ends_at
    from slot_day d
    left join slot s on s.area = d.area and s.kind = d.kind and s.taken < s.capacity and s.starts_at > ${now}
      and s.starts_at >= d.day::timestamp at time zone ${timeZone}
      and s.starts_at < (d.day + 1)::timestamp at time zone ${timeZone}
    where d.area = ${area} and d.kind = ${kind} and d.day between ${days.from}::date and ${days.to}::date
    order by d.day, s.starts_at`.execute(db);
  const times = rows.flatMap(({ starts_at: startsAt, ends_at: endsAt }) =>
    startsAt && endsAt ? [{ startsAt, endsAt }] : [],
  );
  return { readAt: new Map(rows.map(({ day, read_at: readAt }) => [day, readAt])), times };
}

/** Times that were read of the field service. */
export interface ReadTimes extends SlotGroup {
  readonly days: readonly string[];
  readonly times: readonly (TimeWindow & { readonly capacity: number; readonly day: string })[];
  /** When the reading began. */
  readonly readAt: Date;
  /** Time zone of the days. */
  readonly timeZone: string;
}

/**
 * Replaces the times of some days. A day that was read later already is left. What was booked here and may not be in the
 * reading keeps its place. Where visits cannot be counted, `taken` stays as it is.
 */
export async function storeSlots(trx: Trx, reading: ReadTimes, isCounted = true): Promise<void> {
  const { area, kind, days, times, readAt, timeZone } = reading;
  // In order of days, so that two readings never wait for each other in a circle.
  const { rows } = await sql<{ day: string }>`
    insert into slot_day as d (area, kind, day, read_at)
    select distinct ${area}, ${kind}, day, ${readAt}::timestamptz from unnest(${days}::date[]) as n (day) order by day
    on conflict (area, kind, day) do update set read_at = excluded.read_at where d.read_at < excluded.read_at
    returning d.day::text as day`.execute(trx);
  await sql`
    delete from slot_day where area = ${area} and kind = ${kind} and day < ${days[0]}::date`.execute(trx);
  // A booking that has taken a place and not yet committed would be missing in the count below.
  await sql`select 1 from slot where area = ${area} and kind = ${kind} order by id for update`.execute(trx);
  const fresh = new Set(rows.map(({ day }) => day));
  const kept = times.filter(({ day }) => fresh.has(day));
  const starts = kept.map(({ startsAt }) => startsAt);
  const ends = kept.map(({ endsAt }) => endsAt);
  await sql`
    delete from slot s using slot_day d
    where s.area = ${area} and s.kind = ${kind} and d.area = s.area and d.kind = s.kind
      and d.day = any (${[...fresh]}::date[]) and d.day = (s.starts_at at time zone ${timeZone})::date
      and not exists (
        select 1 from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as n (starts_at, ends_at)
        where n.starts_at = s.starts_at and n.ends_at = s.ends_at)`.execute(trx);
  if (kept.length === 0) return;
  const counted = sql`
    select x.starts_at, x.ends_at, count(*)::int as taken from appointment_change x
    join appointment v on v.account_id = x.account_id and v.id = x.appointment_id
    where x.area = ${area} and v.kind = ${kind} and x.starts_at = any(${starts}::timestamptz[])
      and (x.state = 'CONFIRMING' or (x.state = 'CONFIRMED' and x.settled_at >= ${readAt}))
    group by x.starts_at, x.ends_at`;
  const known = sql`select starts_at, ends_at, taken from slot where area = ${area} and kind = ${kind}`;
  await sql`
    with booked as materialized (${isCounted ? counted : known})
    insert into slot as s (area, kind, starts_at, ends_at, capacity, taken)
    select ${area}, ${kind}, n.starts_at, n.ends_at, greatest(n.capacity, b.taken), coalesce(b.taken, 0)
    from (
      select starts_at, ends_at, max(capacity) as capacity
      from unnest(${starts}::timestamptz[], ${ends}::timestamptz[], ${kept.map(({ capacity }) => capacity)}::int[])
        as t (starts_at, ends_at, capacity)
      group by starts_at, ends_at) n
    left join booked b on b.starts_at = n.starts_at and b.ends_at = n.ends_at
    order by n.starts_at, n.ends_at
    on conflict (area, kind, starts_at, ends_at) do update
    set capacity = excluded.capacity, taken = excluded.taken`.execute(trx);
}

/** Makes the times of a group count as old, so that the next reader asks the field service. */
export async function outdateSlots(db: Database, { area, kind }: SlotGroup): Promise<void> {
  await db.deleteFrom('slot_day').where('area', '=', area).where('kind', '=', kind).execute();
}

/** Returns the groups of visits that can still be moved by a link, and that start before a time; one may come more than once. */
export async function listGroupsToRead(
  db: Database,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<SlotGroup[]> {
  const wantedGroups = (among: Among) =>
    db
      .selectFrom('appointment as v')
      .innerJoin('address as p', (join) =>
        join.onRef('p.account_id', '=', 'v.account_id').on('p.address_type', '=', 'Service'),
      )
      .select([areaOfAddress.as('area'), 'v.kind'])
      .distinct()
      .where('v.job_status', 'not in', ['Complete', 'Cancelled'])
      .where('v.starts_at', '>', now)
      .where('v.starts_at', '<', until)
      .where('v.external_id', 'is not', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('appointment_link as l')
            .select('l.id')
            .whereRef('l.account_id', '=', 'v.account_id')
            .whereRef('l.appointment_id', '=', 'v.id')
            .where('l.revoked_at', 'is', null)
            .where('l.expires_at', '>', now)
            .where(among('l.account_id')),
        ),
      )
      .where(among('v.account_id', 'p.account_id'))
      .orderBy('area')
      .limit(limit);
  return await lookForWork(db, wantedGroups, limit);
}
