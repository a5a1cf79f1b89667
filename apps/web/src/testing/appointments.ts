import type { Visit } from '@myaccount/contract/appointments';
import { addDays } from '@myaccount/contract/calendar';
import type { Answer } from './fake-server.ts';

/** Time zone of the visits in tests. */
export const visitZone = 'UTC';

/** Today by the clock of the server in tests: the first 15 days end long before the calendar does. */
const today = '2026-11-02';
const dateHeader = { date: new Date(`${today}T15:00:00Z`).toUTCString() };

/** Returns a day from today, `YYYY-MM-DD`. */
export function dayAhead(days: number): string {
  return addDays(today, days);
}

/** Returns a time of a day: `from` and `to` are hours. */
export function slotAt(day: string, from: number, to: number) {
  const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
  return { start: at(from), end: at(to) };
}

/** Returns a day with a time in the morning and two in the afternoon. */
export function dayOfSlots(day: string) {
  return { start: day, Slots: [slotAt(day, 9, 11), slotAt(day, 13, 15), slotAt(day, 15, 17)] };
}

/** Returns the same time as a visit has it. */
export function appointmentAt(slot: { start: string; end: string }): Visit['currentAppointment'] {
  return { startDate: slot.start, endDate: slot.end };
}

/** A visit tomorrow from 9 to 11; the days after have times. */
export function visitOf(changes: Partial<Visit> = {}): Visit {
  return {
    statusCode: '00',
    statusDescription: 'Success',
    customerName: 'Ana Rivera',
    currentAppointment: appointmentAt(slotAt(dayAhead(1), 9, 11)),
    jobStatus: 'Ready',
    techFirstName: null,
    accountType: 'RESIDENTIAL',
    shortestArrivalETA: null,
    longestArrivalETA: null,
    kind: 'installation',
    timeZone: visitZone,
    confirming: null,
    calendar: { uid: 'visit-1@myaccount.example.com', sequence: 2 },
    slotsAsOf: `${today}T14:59:00.000Z`,
    slotsOutdated: false,
    result: [dayOfSlots(dayAhead(2)), dayOfSlots(dayAhead(3))],
    ...changes,
  };
}

/** The answer of the server with a visit. */
export function visitAnswer(changes: Partial<Visit> = {}): Answer {
  return { headers: dateHeader, body: visitOf(changes) };
}

/** The answer to a link that does not work. */
export const invalidToken: Answer = { body: { statusCode: '01', statusDescription: 'Invalid Token' } };
