import { type appointmentSchedulesEndpoint, appointmentStatusCodes } from '@myaccount/contract/appointments';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import { isClosed } from '@myaccount/contract/visit-progress';
import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { progressFieldsOf } from '../accounts/visit-progress.rules.ts';
import { calendarUidOf } from '../texts/calendar-uid.rules.ts';
import {
  bookableDays,
  byDay,
  calendarSequence,
  type DayRange,
  isSameTime,
  type TimeWindow,
} from './appointments.rules.ts';
import { offeredSlots, type SlotPortal } from './slots.service.ts';
import { findVisitByLink, type Visit } from './visit.repository.ts';

type Reply = ReplyOf<typeof appointmentSchedulesEndpoint>;
type Schedules = Extract<Reply, { statusCode: '00' }>;

/** Every token that does not work is answered with this, whatever is wrong with it. */
export const invalidToken = {
  statusCode: appointmentStatusCodes['invalid-token'],
  statusDescription: 'Invalid Token',
} as const;

/** API-23: the visit of a link, and the times that are offered instead. */
export async function readSchedules(
  portal: SlotPortal,
  { token, days }: { readonly token: string; readonly days: DayRange },
): Promise<Reply> {
  const visit = await findVisitByLink(portal, hashToken(token));
  if (!visit) return invalidToken;
  return { ...schedulesOf(visit, portal.config), ...(await timesOf(portal, visit, days)) };
}

async function timesOf(
  portal: SlotPortal,
  visit: Visit,
  wanted: DayRange,
): Promise<Pick<Schedules, 'slotsAsOf' | 'slotsOutdated' | 'result'>> {
  const { jobStatus, externalId, kind, area, now } = visit;
  const { limits, timeZone } = portal.config;
  const days = bookableDays(wanted, dayOf(now, timeZone), limits.calendarExtraDays);
  if (!days || isClosed(jobStatus) || externalId === null)
    return { slotsAsOf: null, slotsOutdated: false, result: [] };
  const { times, asOf, isOutdated } = await offeredSlots(portal, { area, kind }, { days, now });
  // The visit's own time may have room for others, and is no other time for it.
  const others = times.filter((time) => !isSameTime(time, visit));
  const result = [...byDay(others, timeZone)].map(([start, slots]) => ({
    start,
    Slots: slots.map(({ startsAt, endsAt }) => ({
      start: startsAt.toISOString(),
      end: endsAt.toISOString(),
    })),
  }));
  return { slotsAsOf: asOf?.toISOString() ?? null, slotsOutdated: isOutdated, result };
}

function schedulesOf(
  visit: Visit,
  config: Portal['config'],
): Omit<Schedules, 'slotsAsOf' | 'slotsOutdated' | 'result'> {
  const { confirming } = visit;
  return {
    statusCode: appointmentStatusCodes.done,
    statusDescription: 'Success',
    customerName: visit.customerName,
    currentAppointment: wireTime(visit),
    ...progressFieldsOf(visit),
    accountType: visit.accountType,
    kind: visit.kind,
    timeZone: config.timeZone,
    confirming: confirming && wireTime(confirming),
    // The calendar files of the page name a visit as those of the mails do.
    calendar: {
      uid: calendarUidOf(visit.appointmentId, config.publicUrl),
      sequence: calendarSequence(visit.version),
    },
  };
}

function wireTime({ startsAt, endsAt }: TimeWindow) {
  return { startDate: startsAt.toISOString(), endDate: endsAt.toISOString() };
}
