import ical, { ICalCalendarMethod } from 'ical-generator';
import { config } from '../../api/config.ts';
import type { BookedVisit } from './booking.rules.ts';

/**
 * Returns a visit as an iCalendar file (RFC 5545) in UTC, so that every calendar shows it in its owner's zone. It names the visit
 * as the mails about it do: it stays one entry, which moves with the visit. Nothing in it leads back to the link.
 */
export function calendarFileOf(booked: BookedVisit, texts: { summary: string; description: string }): string {
  const { startDate, endDate, calendar: key } = booked;
  const { name, supportEmail } = config.brand;
  const calendar = ical({
    prodId: { company: name, product: 'MyAccount' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: key.uid,
    sequence: key.sequence,
    start: new Date(startDate),
    end: new Date(endDate),
    ...texts,
    organizer: { name, email: supportEmail },
  });
  return calendar.toString();
}
