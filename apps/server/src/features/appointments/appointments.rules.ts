import { lastVisitDay } from '@myaccount/contract/appointments';
import { addDays } from '@myaccount/contract/calendar';
import { closedJobStatuses, isClosed, type JobStatus } from '@myaccount/contract/visit-progress';
import { dayOf } from '../../platform/business-day.ts';
import type { NotificationKind } from '../texts/texts.service.ts';

/** A time of a visit, or one that is offered. */
export interface TimeWindow {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Days, `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const minuteMs = 60_000;

/** Returns the days of a window that a visit can be on: not before today, not after the last. Undefined for none. */
export function bookableDays(wanted: DayRange, today: string, extraDays: number): DayRange | undefined {
  const end = lastVisitDay(today, extraDays);
  const from = wanted.from < today ? today : wanted.from;
  const to = wanted.to > end ? end : wanted.to;
  return from <= to ? { from, to } : undefined;
}

/** Returns every day of a range. */
export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns times by the day of their start, in order. */
export function byDay<T extends TimeWindow>(times: readonly T[], timeZone: string): Map<string, T[]> {
  const sorted = [...times].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return Map.groupBy(sorted, ({ startsAt }) => dayOf(startsAt, timeZone));
}

/** Returns whether two times are the same. */
export function isSameTime(a: TimeWindow, b: TimeWindow): boolean {
  return a.startsAt.getTime() === b.startsAt.getTime() && a.endsAt.getTime() === b.endsAt.getTime();
}

/** Returns the minutes until an instant, as the database keeps them: never negative, at most a day. */
export function minutesUntil(instant: Date, from: Date): number {
  const minutes = Math.round((instant.getTime() - from.getTime()) / minuteMs);
  return Math.min(1_440, Math.max(0, minutes));
}

/** Returns whether a report is older than what the visit already has. */
export function isStale(reportedAt: Date, known: Date | null): boolean {
  return known !== null && reportedAt.getTime() <= known.getTime();
}

/** A visit at one moment. */
interface VisitState extends TimeWindow {
  readonly jobStatus: JobStatus;
}

/** Progress in which a visit is still to come, and nobody is on the way. */
const plannedStatuses: readonly JobStatus[] = ['Ready', 'Dispatch'];

/** Returns the notifications about a change of a visit: its time, that it is off or on again, who is on the way. */
export function notificationOf(before: VisitState, after: VisitState): NotificationKind[] {
  const isMoved = !isSameTime(before, after) && !isClosed(after.jobStatus);
  const time: NotificationKind[] = isMoved ? ['appointment-moved'] : [];
  if (before.jobStatus === after.jobStatus) return time;
  if (after.jobStatus === 'En Route') return [...time, 'technician-on-the-way'];
  if (after.jobStatus === 'Cancelled' && !isClosed(before.jobStatus)) return ['appointment-canceled'];
  const isBack = before.jobStatus === 'Cancelled' && plannedStatuses.includes(after.jobStatus);
  return isBack && !isMoved ? ['appointment-made'] : time;
}

/** The version that a visit is made with. */
export const firstVersion = 1;

/** Returns the SEQUENCE of a visit in calendar files, 0 for the first entry (RFC 5545, 3.8.7.4). */
export function calendarSequence(version: number): number {
  return version - firstVersion;
}

/** Progress of visits that are over, for SQL. */
export const closedStatuses: readonly JobStatus[] = closedJobStatuses;
