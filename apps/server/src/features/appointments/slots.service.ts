import { addDays } from '@myaccount/contract/calendar';
import type { FieldService } from '../../gateways/field-service/field-service.ts';
import type { Services } from '../../gateways/open-services.ts';
import { dayOf, instantAt } from '../../platform/business-day.ts';
import { whenWorkerAway } from '../../platform/database/failure.ts';
import type { Portal } from '../../platform/portal.ts';
import { bookableDays, type DayRange, daysOf } from './appointments.rules.ts';
import {
  type KnownSlots,
  listGroupsToRead,
  readSlots,
  type SlotGroup,
  storeSlots,
} from './slot.repository.ts';

/** A portal that offers times of visits. One per server. */
export interface SlotPortal extends Portal, Pick<Services, 'fieldService'> {
  /** Readings of the field service that are under way, by group. */
  readonly readings: Map<string, Promise<void>>;
  /** Groups whose last reading brought nothing. */
  readonly unread: Set<string>;
}

/** Returns the portal of appointments, which has read no times yet. */
export function slotPortalOf(portal: Portal & Pick<Services, 'fieldService'>): SlotPortal {
  return { ...portal, readings: new Map(), unread: new Set() };
}

const secondMs = 1_000;
/** How long a page waits for times that were never read. What was read is shown without waiting. */
const longestWaitMs = 4_000;
const groupsOfRound = 200;

/** The free times of some days. */
export interface OfferedSlots extends Pick<KnownSlots, 'times'> {
  /** When the oldest of them were read; null if some never were. */
  readonly asOf: Date | null;
  /** They are old, and the field service does not tell newer ones. */
  readonly isOutdated: boolean;
}

/**
 * Returns the free times of some days as they were last read (SCHEDULE-2). Old ones are read again meanwhile; for days
 * that were never read, the field service is waited for a moment.
 */
export async function offeredSlots(
  portal: SlotPortal,
  group: SlotGroup,
  { days, now }: { readonly days: DayRange; readonly now: Date },
): Promise<OfferedSlots> {
  const { db, config } = portal;
  const read = () => readSlots(db, group, { days, now, timeZone: config.timeZone });
  const known = await read();
  const oldest = oldestOf(known, days);
  const freshMs = config.appointments.slotsFreshSeconds * secondMs;
  if (oldest !== null && now.getTime() - oldest.getTime() < freshMs)
    return { times: known.times, asOf: oldest, isOutdated: false };
  const reading = refreshSlots(portal, group);
  if (oldest !== null) return { times: known.times, asOf: oldest, isOutdated: isUnread(portal, group) };
  await Promise.race([reading, waited(longestWaitMs)]);
  const fresh = await read();
  return { times: fresh.times, asOf: oldestOf(fresh, days), isOutdated: false };
}

function isUnread({ fieldService, unread }: SlotPortal, group: SlotGroup): boolean {
  return fieldService === null || fieldService.state() === 'away' || unread.has(keyOf(group));
}

function keyOf({ area, kind }: SlotGroup): string {
  return `${kind} ${area}`;
}

function waited(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function oldestOf({ readAt }: KnownSlots, days: DayRange): Date | null {
  const ages = daysOf(days).map((day) => readAt.get(day));
  const known = ages.filter((age) => age !== undefined);
  if (known.length < ages.length) return null;
  return known.reduce((a, b) => (a < b ? a : b));
}

/** Reads all bookable times of a group; once at a time. Never throws: what cannot be read stays as it is. */
export async function refreshSlots(portal: SlotPortal, group: SlotGroup): Promise<void> {
  const { fieldService, readings, unread } = portal;
  if (!fieldService || group.area === '') return;
  const key = keyOf(group);
  const running = readings.get(key);
  if (running !== undefined) return await running;
  const reading = readTimes(portal, fieldService, group)
    .catch((error: unknown) => {
      portal.log.warn({ err: error }, 'times not read');
      return false;
    })
    .then((isRead) => {
      if (isRead) unread.delete(key);
      else unread.add(key);
    })
    .finally(() => readings.delete(key));
  readings.set(key, reading);
  await reading;
}

/** Reads and stores the times of a group. False if the field service did not tell them. */
async function readTimes(portal: Portal, fieldService: FieldService, group: SlotGroup): Promise<boolean> {
  const { db, config } = portal;
  const { timeZone, limits } = config;
  const { now: readAt, today } = await db.transaction().execute(portal.moment);
  const days = bookableDays({ from: today, to: '9999-12-31' }, today, limits.calendarExtraDays);
  if (!days) return true;
  const found = await fieldService.listTimes({
    ...group,
    startsAt: readAt,
    endsAt: instantAt(`${addDays(days.to, 1)}T00:00`, timeZone),
  });
  if (found.outcome === 'unavailable') {
    portal.log.warn({ reason: found.text }, 'times not read');
    return false;
  }
  const times = found.times.map((time) => ({ ...time, day: dayOf(time.startsAt, timeZone) }));
  const reading = { ...group, days: daysOf(days), times, readAt, timeZone };
  const store = (isCounted: boolean) =>
    db.transaction().execute((trx) => storeSlots(trx, reading, isCounted));
  await store(true).catch(whenWorkerAway(() => store(false)));
  return true;
}

/** Reads the times of every group whose visits can be moved soon. Ends early when `stopping` is aborted. */
export async function refreshAllSlots(portal: SlotPortal, stopping?: AbortSignal): Promise<void> {
  const { db, clock, config } = portal;
  const now = clock.now();
  // Whose visit is near looks soonest. Others wait a moment when they open their page.
  const end = addDays(dayOf(now, config.timeZone), config.limits.slotDays);
  const until = instantAt(`${end}T00:00`, config.timeZone);
  const groups = await listGroupsToRead(db, { now, until, limit: groupsOfRound });
  for (const group of new Map(groups.map((each) => [keyOf(each), each])).values()) {
    if (stopping?.aborted || portal.fieldService?.state() === 'away') return;
    await refreshSlots(portal, group);
  }
}
