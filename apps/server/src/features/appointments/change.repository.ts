import type { AppointmentKind } from '@myaccount/contract/appointments';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { TimeWindow } from './appointments.rules.ts';
import type { VisitKey } from './visit.repository.ts';

/** A time that a customer chose and that the field service has not yet confirmed. */
export interface OpenChange extends VisitKey, TimeWindow {
  readonly changeId: string;
  readonly area: string;
  readonly requestedAt: Date;
}

const openColumns = [
  'account_id as accountId',
  'id as changeId',
  'appointment_id as appointmentId',
  'area',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'requested_at as requestedAt',
] as const;

/** Returns the open change of a visit; undefined if there is none. Lock the visit first. */
export async function findOpenChange(
  trx: Trx,
  { accountId, appointmentId }: VisitKey,
): Promise<OpenChange | undefined> {
  return await trx
    .selectFrom('appointment_change')
    .select(openColumns)
    .where('account_id', '=', accountId)
    .where('appointment_id', '=', appointmentId)
    .where('state', '=', 'CONFIRMING')
    .executeTakeFirst();
}

/** Opens a change. The visit must be locked and have none. */
export async function openChange(
  trx: Trx,
  change: VisitKey & TimeWindow & { readonly area: string; readonly requestedAt: Date },
): Promise<OpenChange> {
  return await trx
    .insertInto('appointment_change')
    .values({
      account_id: change.accountId,
      appointment_id: change.appointmentId,
      area: change.area,
      starts_at: change.startsAt,
      ends_at: change.endsAt,
      requested_at: change.requestedAt,
    })
    .returning(openColumns)
    .executeTakeFirstOrThrow();
}

/** Settles an open change. Returns false if another server did. */
export async function settleChange(
  trx: Trx,
  { accountId, changeId }: Pick<OpenChange, 'accountId' | 'changeId'>,
  outcome: { readonly state: 'CONFIRMED' | 'REFUSED'; readonly at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('appointment_change')
    .set({ state: outcome.state, settled_at: outcome.at })
    .where('account_id', '=', accountId)
    .where('id', '=', changeId)
    .where('state', '=', 'CONFIRMING')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns changes that are open for this long, oldest first, with how the field service calls their visits. */
export async function listOpenChanges(
  db: Database,
  time: DatabaseTime,
  { waitMs, limit }: { readonly waitMs: number; readonly limit: number },
): Promise<(OpenChange & { readonly externalId: string | null; readonly kind: AppointmentKind })[]> {
  const open = (among: Among) =>
    db
      .selectFrom('appointment_change as x')
      .innerJoin('appointment as v', (join) =>
        join.onRef('v.account_id', '=', 'x.account_id').onRef('v.id', '=', 'x.appointment_id'),
      )
      .select(['x.account_id as accountId', 'x.id as changeId', 'x.appointment_id as appointmentId'])
      .select(['x.area', 'x.starts_at as startsAt', 'x.ends_at as endsAt', 'x.requested_at as requestedAt'])
      .select(['v.external_id as externalId', 'v.kind'])
      .where('x.state', '=', 'CONFIRMING')
      .where('x.requested_at', '<', sql<Date>`${time()} - ${waitMs} * interval '1 millisecond'`)
      .where(among('x.account_id', 'v.account_id'))
      .orderBy('x.requested_at')
      .limit(limit);
  return await lookForWork(db, open, limit);
}

/** A slot: a time of an area for one kind of visit. */
export interface SlotKey extends TimeWindow {
  readonly area: string;
  readonly kind: AppointmentKind;
}

/** Takes a place of a slot: one statement, whose row count decides. Returns why it cannot. */
export async function takeSlot(
  trx: Trx,
  { area, kind, startsAt, endsAt }: SlotKey,
  now: Date,
): Promise<'taken' | 'not-offered' | undefined> {
  const { rows } = await sql<{ is_taken: boolean }>`
    with this as (
      select id, taken < capacity as is_free from slot
      where area = ${area} and kind = ${kind} and starts_at = ${startsAt} and ends_at = ${endsAt} and starts_at > ${now}
    ), used as (
      update slot set taken = taken + 1 where id in (select id from this) and taken < capacity returning id
    )
    select not exists (select 1 from used) as is_taken from this`.execute(trx);
  const [found] = rows;
  if (!found) return 'not-offered';
  return found.is_taken ? 'taken' : undefined;
}

/** Gives a place of a slot back; with `isFull` the slot has no place for anybody, whatever was read before. */
export async function freeSlot(
  trx: Trx,
  { area, kind, startsAt, endsAt }: SlotKey,
  isFull: boolean,
): Promise<void> {
  await trx
    .updateTable('slot')
    .set(({ ref }) => ({
      taken: sql<number>`greatest(${ref('taken')} - 1, 0)`,
      ...(isFull ? { capacity: sql<number>`greatest(${ref('taken')} - 1, 0)` } : {}),
    }))
    .where('area', '=', area)
    .where('kind', '=', kind)
    .where('starts_at', '=', startsAt)
    .where('ends_at', '=', endsAt)
    .execute();
}
