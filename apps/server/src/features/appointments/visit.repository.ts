import type { AccountType } from '@myaccount/contract/accounts';
import type { AppointmentKind } from '@myaccount/contract/appointments';
import type { JobStatus } from '@myaccount/contract/visit-progress';
import { sql } from 'kysely';
import { findByNumber, insertLookup, keyOf } from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Minutes } from '../accounts/visit-progress.rules.ts';
import { closedStatuses, type TimeWindow } from './appointments.rules.ts';
import { areaOfAddress } from './slot.repository.ts';

/** One visit of an account. */
export interface VisitKey {
  readonly accountId: string;
  readonly appointmentId: string;
}

/** A visit as its page shows it. */
export interface Visit extends VisitKey, TimeWindow {
  readonly externalId: string | null;
  readonly kind: AppointmentKind;
  readonly jobStatus: JobStatus;
  readonly techFirstName: string | null;
  readonly minutes: Minutes;
  readonly accountType: AccountType;
  readonly customerName: string;
  /** Postal code of the service address; empty without one. */
  readonly area: string;
  readonly version: number;
  /** The time that is being confirmed. */
  readonly confirming: TimeWindow | null;
  /** The shared time of the reading. */
  readonly now: Date;
}

/** Returns the visit of a live link; undefined for every other token. */
export async function findVisitByLink(
  { db, moment, config }: Portal,
  tokenHash: Buffer,
): Promise<Visit | undefined> {
  const { closedHours } = config.appointments;
  const reading = moment(db);
  const findRow = async (accountId: string) =>
    await findLinkRow(db, { accountId, tokenHash, closedHours, ...(await reading) });
  const [{ now }, row] = await Promise.all([
    reading,
    findByNumber(db, 'appointmentLink', keyOf(tokenHash), findRow),
  ]);
  if (!row?.is_live) return undefined;
  const { new_starts_at: newStart, new_ends_at: newEnd } = row;
  return {
    accountId: row.account_id,
    appointmentId: row.id,
    externalId: row.external_id,
    kind: row.kind,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    jobStatus: row.job_status,
    techFirstName: row.tech_first_name,
    minutes: {
      shortest: row.shortest_arrival_minutes,
      longest: row.longest_arrival_minutes,
      estimatedAt: row.arrival_estimated_at,
    },
    accountType: row.account_type,
    customerName: row.business_name ?? `${row.first_name} ${row.last_name}`.trim(),
    area: row.area,
    version: row.version,
    confirming: newStart && newEnd ? { startsAt: newStart, endsAt: newEnd } : null,
    now,
  };
}

interface LinkUse {
  readonly accountId: string;
  readonly tokenHash: Buffer;
  readonly now: Date;
  /** How long after a visit is over its links still show it. */
  readonly closedHours: number;
}

async function findLinkRow(db: Database, { accountId, tokenHash, now, closedHours }: LinkUse) {
  return await db
    .selectFrom('appointment_link as l')
    .innerJoin('appointment as v', (join) =>
      join.onRef('v.account_id', '=', 'l.account_id').onRef('v.id', '=', 'l.appointment_id'),
    )
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .leftJoin('address as p', (join) =>
      join.onRef('p.account_id', '=', 'a.id').on('p.address_type', '=', 'Service'),
    )
    .leftJoin('appointment_change as x', (join) =>
      join
        .onRef('x.account_id', '=', 'v.account_id')
        .onRef('x.appointment_id', '=', 'v.id')
        .on('x.state', '=', 'CONFIRMING'),
    )
    .select(['v.account_id', 'v.id', 'v.external_id', 'v.kind', 'v.starts_at', 'v.ends_at', 'v.job_status'])
    .select(['v.version', 'v.tech_first_name', 'v.shortest_arrival_minutes', 'v.longest_arrival_minutes'])
    .select(['v.arrival_estimated_at', 'a.account_type', 'a.business_name', 'c.first_name', 'c.last_name'])
    .select((eb) =>
      eb
        .and([eb('l.revoked_at', 'is', null), eb('l.expires_at', '>', now)])
        .and(
          eb.or([
            eb('v.job_status', 'not in', closedStatuses),
            eb(
              sql<Date>`coalesce(v.closed_at, v.ends_at) + make_interval(hours => ${closedHours}::int)`,
              '>',
              now,
            ),
          ]),
        )
        .as('is_live'),
    )
    .select([areaOfAddress.as('area'), 'x.starts_at as new_starts_at', 'x.ends_at as new_ends_at'])
    .where('l.account_id', '=', accountId)
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** A locked visit. */
export interface LockedVisit extends VisitKey, TimeWindow {
  readonly externalId: string | null;
  readonly kind: AppointmentKind;
  readonly jobStatus: JobStatus;
  readonly techFirstName: string | null;
  readonly reportedAt: Date | null;
  readonly version: number;
}

const lockedColumns = [
  'account_id as accountId',
  'id as appointmentId',
  'external_id as externalId',
  'kind',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'job_status as jobStatus',
  'tech_first_name as techFirstName',
  'reported_at as reportedAt',
  'version',
] as const;

const lockVisits = (trx: Trx, accountId: string) =>
  trx.selectFrom('appointment').select(lockedColumns).where('account_id', '=', accountId).forUpdate();

/** Locks a visit of an account. Throws without one. */
export async function lockVisit(trx: Trx, { accountId, appointmentId }: VisitKey): Promise<LockedVisit> {
  return await lockVisits(trx, accountId).where('id', '=', appointmentId).executeTakeFirstOrThrow();
}

/** Locks the visit that the field service names; undefined if it is not known here. */
export async function lockVisitOf(trx: Trx, externalId: string): Promise<LockedVisit | undefined> {
  return await findByNumber(trx, 'appointment', externalId, (accountId) =>
    lockVisits(trx, accountId).where('external_id', '=', externalId).executeTakeFirst(),
  );
}

/** What a report changes. */
export interface VisitFields extends TimeWindow {
  readonly jobStatus: JobStatus;
  readonly techFirstName: string | null;
  readonly shortestMinutes: number | null;
  readonly longestMinutes: number | null;
  readonly reportedAt: Date;
  readonly closedAt: Date | null;
}

function columnsOf(fields: VisitFields) {
  return {
    starts_at: fields.startsAt,
    ends_at: fields.endsAt,
    job_status: fields.jobStatus,
    tech_first_name: fields.techFirstName,
    shortest_arrival_minutes: fields.shortestMinutes,
    longest_arrival_minutes: fields.longestMinutes,
    arrival_estimated_at: fields.reportedAt,
    reported_at: fields.reportedAt,
    closed_at: fields.closedAt,
  };
}

/** Writes what a report says of a locked visit. */
export async function updateVisit(
  trx: Trx,
  { accountId, appointmentId }: VisitKey,
  fields: VisitFields,
): Promise<void> {
  await trx
    .updateTable('appointment')
    .set((eb) => ({ ...columnsOf(fields), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', appointmentId)
    .execute();
}

/** Stores a visit that the field service made; undefined if another server stores it. */
export async function insertVisit(
  trx: Trx,
  visit: VisitFields & {
    readonly accountId: string;
    readonly externalId: string;
    readonly kind: AppointmentKind;
  },
): Promise<string | undefined> {
  const lookup = { kind: 'appointment', key: visit.externalId, account_id: visit.accountId } as const;
  if (!(await insertLookup(trx, lookup))) return undefined;
  const row = await trx
    .insertInto('appointment')
    .values({
      ...columnsOf(visit),
      account_id: visit.accountId,
      external_id: visit.externalId,
      kind: visit.kind,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns open visits of some days, as the field service names them, that it did not report lately. */
export async function listVisitsToRead(
  db: Database,
  wanted: {
    readonly from: Date;
    readonly until: Date;
    readonly reportedBefore: Date;
    readonly limit: number;
  },
): Promise<string[]> {
  const unread = (among: Among) =>
    db
      .selectFrom('appointment')
      .select('external_id as externalId')
      .where('job_status', 'not in', closedStatuses)
      .where('starts_at', '>=', wanted.from)
      .where('starts_at', '<', wanted.until)
      .where((eb) => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<', wanted.reportedBefore)]))
      .where('external_id', 'is not', null)
      .where(among('account_id'))
      .orderBy('starts_at')
      .limit(wanted.limit);
  const rows = await lookForWork(db, unread, wanted.limit);
  return rows.flatMap(({ externalId }) => externalId ?? []);
}
