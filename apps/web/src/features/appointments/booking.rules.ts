import {
  type AppointmentKind,
  type AppointmentStatusCode,
  appointmentStatusCodes,
  type CalendarKey,
  type Visit,
} from '@myaccount/contract/appointments';
import { ApiProblem } from '../../api/api-problem.ts';
import type { TimeSlot } from './visit-time.rules.ts';

/** What the success page says was booked. It travels in the state of the history entry, without the link's token. */
export interface BookedVisit {
  readonly kind: AppointmentKind;
  /** Instants, ISO 8601. */
  readonly startDate: string;
  readonly endDate: string;
  readonly timeZone: string;
  readonly calendar: CalendarKey;
}

/** Why a visit was not moved. `unknown`: no answer came, and the visit could not be read again. */
export type BookingRefusal = 'taken' | 'unavailable' | 'unknown' | ApiProblem;

/** The outcome of a choice; `shown`: the visit itself says it, because it is being confirmed or over. */
export type BookingOutcome = 'booked' | 'shown' | BookingRefusal;

const codes = appointmentStatusCodes;
/** What an answer of the server means. */
export const outcomeOfAnswer: Readonly<Record<AppointmentStatusCode, BookingOutcome>> = {
  [codes.done]: 'booked',
  [codes['invalid-token']]: 'shown',
  [codes.taken]: 'taken',
  [codes['not-offered']]: 'taken',
  [codes.closed]: 'shown',
  [codes.unavailable]: 'unavailable',
  [codes.confirming]: 'shown',
};

/** Returns whether a visit is at a time; false if there is none. */
export function isAt(appointment: Visit['confirming'], { start, end }: TimeSlot): boolean {
  if (!appointment) return false;
  const { startDate, endDate } = appointment;
  return Date.parse(startDate) === Date.parse(start) && Date.parse(endDate) === Date.parse(end);
}

/**
 * Returns the outcome of a booking that failed. If it may have been carried out, the visit tells, as it was read
 * afterward; undefined if it could not be read.
 */
export function outcomeOfFailure(
  failure: unknown,
  slot: TimeSlot,
  afterward: Visit | undefined,
): BookingOutcome {
  if (!(failure instanceof ApiProblem)) return 'unavailable';
  if (!failure.isUncertain) return failure;
  if (!afterward) return 'unknown';
  return outcomeOfVisit(afterward, slot);
}

/** Returns what the visit, read after a booking, tells about it. */
export function outcomeOfVisit(visit: Visit, slot: TimeSlot): BookingOutcome {
  if (isAt(visit.currentAppointment, slot)) return 'booked';
  return isAt(visit.confirming, slot) ? 'shown' : 'unavailable';
}
