import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Brand } from './web-config.ts';

/** An entry of a calendar. */
export interface CalendarEvent {
  /** The same in every file about it. */
  readonly id: string;
  /** Grows with every change, so that a calendar changes its entry. */
  readonly sequence?: number;
  /** An instant, or of an entry of the whole day its start in UTC. */
  readonly start: Date;
  /** Undefined of the whole day. */
  readonly end?: Date;
  /** When the file is made. */
  readonly stamp?: Date;
  readonly summary: string;
  readonly description: string;
  /** The calendar removes its entry (RFC 5546, 3.2.5). */
  readonly isCanceled?: boolean;
}

/** Returns entries as an iCalendar file (RFC 5545), with times in UTC, so that every calendar shows them in its owner's zone. */
export function calendarFileOf(
  { name, supportEmail: email }: Pick<Brand, 'name' | 'supportEmail'>,
  events: readonly CalendarEvent[],
): string {
  const isCanceled = events.some((event) => event.isCanceled);
  const calendar = ical({
    prodId: { company: name, product: 'MyAccount' },
    method: isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  for (const { isCanceled: isOff, ...event } of events)
    calendar.createEvent({
      ...event,
      allDay: event.end === undefined,
      organizer: { name, email },
      ...(isOff && { status: ICalEventStatus.CANCELLED }),
    });
  return calendar.toString();
}
