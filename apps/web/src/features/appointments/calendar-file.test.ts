import { expect, test } from 'vitest';
import { developmentConfig } from '../../api/development-config.ts';
import { calendarFileOf } from './calendar-file.ts';

const booked = {
  kind: 'repair',
  startDate: '2026-11-24T09:00:00-05:00',
  endDate: '2026-11-24T11:00:00-05:00',
  timeZone: 'America/New_York',
  calendar: { uid: 'visit-1@myaccount.example.com', sequence: 3 },
} as const;
const texts = {
  summary: 'Example Fiber: repair',
  description: 'Questions, or another time? Call (555) 010-0199.',
};

/** Lines of a calendar file, with folded ones joined (RFC 5545, 3.1). */
const linesOf = (file: string) => file.replaceAll(/\r\n[ \t]/g, '').split('\r\n');

test('[SCHEDULE-3] the calendar file has the visit in UTC, with whom to call; the provider answers for it, as in the mails', () => {
  const lines = linesOf(calendarFileOf(booked, texts));
  expect(lines).toContain('BEGIN:VCALENDAR');
  expect(lines).toContain('DTSTART:20261124T140000Z');
  expect(lines).toContain('DTEND:20261124T160000Z');
  expect(lines).toContain('SUMMARY:Example Fiber: repair');
  expect(lines).toContain('DESCRIPTION:Questions\\, or another time? Call (555) 010-0199.');
  const { name, supportEmail } = developmentConfig.brand;
  expect(lines).toContain(`ORGANIZER;CN="${name}":mailto:${supportEmail}`);
});

test('[SCHEDULE-6] nothing of the link is in the calendar file', () => {
  window.history.replaceState(null, '', '/schedule/secret-token');
  expect(calendarFileOf(booked, texts)).not.toMatch(/secret|schedule/i);
});
