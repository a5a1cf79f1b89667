import { expect, test } from 'vitest';
import { calendarFileOf } from './calendar-file.ts';

const brand = { name: 'Example Fiber', supportEmail: 'help@example.com' };
const texts = {
  summary: 'Example Fiber: repair',
  description: 'Questions, or another time? Call (555) 010-0199.',
};
const visit = {
  ...texts,
  id: 'visit-1@myaccount.example.com',
  sequence: 3,
  start: new Date('2026-11-24T09:00:00-05:00'),
  end: new Date('2026-11-24T11:00:00-05:00'),
};

/** Lines of a calendar file, with folded ones joined (RFC 5545, 3.1). */
const linesOf = (file: string) => file.replaceAll(/\r\n[ \t]/g, '').split('\r\n');

test('[SCHEDULE-3] a calendar file has the visit in UTC, with whom to call; the provider answers for it', () => {
  const lines = linesOf(calendarFileOf(brand, [visit]));
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'METHOD:PUBLISH',
      'UID:visit-1@myaccount.example.com',
      'SEQUENCE:3',
      'DTSTART:20261124T140000Z',
      'DTEND:20261124T160000Z',
      'SUMMARY:Example Fiber: repair',
      'DESCRIPTION:Questions\\, or another time? Call (555) 010-0199.',
      'ORGANIZER;CN="Example Fiber":mailto:help@example.com',
    ]),
  );
});

test('[SCHEDULE-3] a canceled visit leaves the calendar', () => {
  const lines = linesOf(calendarFileOf(brand, [{ ...visit, isCanceled: true }]));
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
});

test('[FEED-1] a calendar without entries takes nothing back', () => {
  expect(linesOf(calendarFileOf(brand, []))).toContain('METHOD:PUBLISH');
});

test('[FEED-1] an entry without an end is of its whole day, wherever the file is made', () => {
  const { end: _, ...due } = { ...visit, start: new Date('2026-12-08') };
  expect(linesOf(calendarFileOf(brand, [due]))).toContain('DTSTART;VALUE=DATE:20261208');
});
