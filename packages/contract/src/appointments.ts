import { z } from 'zod';
import { accountTypes } from './accounts.ts';
import { addDays, addMonths } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { languageHeader } from './headers.ts';
import { day, instant, opaqueId } from './text.ts';
import { visitProgress } from './visit-progress.ts';

export const appointmentKinds = ['installation', 'repair'] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];

/** Answers of the calls of appointments: `00` is done, every other code a refusal with words. */
export const appointmentStatusCodes = {
  done: '00',
  /** The link is malformed, unknown, over, or revoked: all alike. */
  'invalid-token': '01',
  /** Somebody else took this time meanwhile. */
  taken: '02',
  /** This time is not offered: it is over, of another area, or was never offered. */
  'not-offered': '03',
  /** The visit is over. */
  closed: '04',
  /** The field service is away or refuses; the time before holds. */
  unavailable: '05',
  /** The field service has not yet answered: the choice is being confirmed. */
  confirming: '06',
} as const;
export type AppointmentOutcome = keyof typeof appointmentStatusCodes;
export type AppointmentStatusCode = (typeof appointmentStatusCodes)[AppointmentOutcome];

const codes = appointmentStatusCodes;

/** Most days of one request for times. */
export const maximumAppointmentDays = 62;

/** The link's own token. A malformed one is answered as an unknown one is. */
const token = z.string().min(1);
/** A time of a visit. */
export const appointmentTime = z.object({ startDate: instant, endDate: instant });

const refusal = <const C extends AppointmentStatusCode>(refusals: readonly C[]) =>
  z.object({
    statusCode: z.enum(refusals),
    /** In the reader's language; of a link that does not work, always `Invalid Token`. */
    statusDescription: z.string(),
  });

/** How calendar files name a visit, those of mails and those of its page. */
export const calendarKey = z.object({
  uid: z.string(),
  /** Grows with every change of the visit, so that a calendar changes its entry (RFC 5545, 3.8.7.4). */
  sequence: z.int().min(0),
});
export type CalendarKey = z.infer<typeof calendarKey>;

/** A visit, and the times that are offered instead. */
export const appointmentSchedules = z.object({
  statusCode: z.literal(codes.done),
  statusDescription: z.string(),
  /** The business, or else first and last name. */
  customerName: z.string(),
  currentAppointment: appointmentTime,
  ...visitProgress.shape,
  accountType: z.enum(accountTypes),
  kind: z.enum(appointmentKinds),
  /** Time zone of the visit's days and times. */
  timeZone: z.string(),
  /** The time that was chosen and that the field service has not yet confirmed; the current one holds meanwhile. */
  confirming: z.nullable(appointmentTime),
  calendar: calendarKey,
  /** When the times below were last read from the field service; null if never. */
  slotsAsOf: z.nullable(instant),
  /** Whether the times below are old and the field service does not tell newer ones: the page says how old they are. */
  slotsOutdated: z.boolean(),
  /** The days that have times, in order. Empty once the visit is over. */
  result: z.array(
    z.object({ start: day, Slots: z.array(z.object({ start: instant, end: instant })).min(1) }),
  ),
});
export type Visit = z.infer<typeof appointmentSchedules>;

/** Returns the last day on which a visit can be: some days after the end of today's month (SCHEDULE-2). */
export function lastVisitDay(today: string, extraDays: number): string {
  return addDays(addMonths(`${today.slice(0, 8)}01`, 1), extraDays - 1);
}

/** Returns whether the days run forward, and are few enough. */
function isWindow({ StartDate, EndDate }: { StartDate: string; EndDate: string }): boolean {
  const days = (Date.parse(EndDate) - Date.parse(StartDate)) / 86_400_000 + 1;
  return days >= 1 && days <= maximumAppointmentDays;
}

export const appointmentSchedulesEndpoint = endpoint({
  operationId: 'appointmentSchedules',
  feature: 'appointments',
  method: 'GET',
  path: '/appointment/schedules',
  summary: 'A visit by its link: the time, the progress, and the times that are offered instead.',
  requirement: 'API-23',
  isPublic: true,
  headers: z.object({ ...languageHeader }),
  query: z
    .object({ Token: token, StartDate: day, EndDate: day })
    .refine(isWindow, { path: ['EndDate'], params: { code: 'invalid' } }),
  reply: z.union([appointmentSchedules, refusal([codes['invalid-token']])]),
  problems: [],
});

export const scheduleAppointment = endpoint({
  operationId: 'scheduleAppointment',
  feature: 'appointments',
  method: 'GET',
  path: '/appointment/schedule',
  summary:
    'Moves a visit to an offered time. Refused without X-Correlation-Id, so that nothing that follows links books.',
  requirement: 'API-23',
  isPublic: true,
  headers: z.object({ ...languageHeader }),
  query: z.object({ Token: token, scheduleStart: instant, scheduleEnd: instant }),
  reply: z.union([
    z.object({ statusCode: z.literal(codes.done) }),
    refusal([
      codes['invalid-token'],
      codes.taken,
      codes['not-offered'],
      codes.closed,
      codes.unavailable,
      codes.confirming,
    ]),
  ]),
  problems: ['request.too-many'],
});

export const appointmentLink = endpoint({
  operationId: 'appointmentLink',
  feature: 'appointments',
  method: 'POST',
  path: '/appointment/link',
  summary: 'Makes a link to the next visit of an account, which works for an hour, and returns its token.',
  requirement: 'API-27',
  body: z.strictObject({ accountNumber: opaqueId }),
  reply: z.object({ token: z.string() }),
  problems: ['request.not-found', 'request.too-many'],
});
