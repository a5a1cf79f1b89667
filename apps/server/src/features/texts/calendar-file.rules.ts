import type { Brand } from '@myaccount/contract/web-config';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarEntry } from './notification.rules.ts';

/** A visit as a calendar shows it. */
export interface CalendarEvent extends Omit<CalendarEntry, 'kind'> {
  /** The calendar removes its entry. */
  readonly isCanceled: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** When the file is made. */
  readonly at: Date;
  readonly summary: string;
  readonly description: string;
  readonly publicUrl: string;
  /** The provider: who says so. */
  readonly brand: Pick<Brand, 'name' | 'supportEmail'>;
}

/** Returns the UID of a visit, the same in every calendar file about it, from a mail and from its page. */
export function calendarUidOf(appointmentId: string, publicUrl: string): string {
  return `${appointmentId}@${new URL(publicUrl).hostname}`;
}

/**
 * Returns a visit as an iCalendar file (RFC 5545) in UTC. A file about a later time has the same UID and a greater SEQUENCE: the
 * calendar moves its entry, or removes it (RFC 5546, 3.2.5). Nothing in it leads back to the link.
 */
export function calendarFileOf(event: CalendarEvent): string {
  const { appointmentId, sequence, isCanceled, summary, description, publicUrl, brand } = event;
  const calendar = ical({
    prodId: { company: brand.name, product: 'MyAccount' },
    method: isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: calendarUidOf(appointmentId, publicUrl),
    sequence,
    start: event.startsAt,
    end: event.endsAt,
    stamp: event.at,
    summary,
    description,
    organizer: { name: brand.name, email: brand.supportEmail },
    ...(isCanceled && { status: ICalEventStatus.CANCELLED }),
  });
  return calendar.toString();
}
