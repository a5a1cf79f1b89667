import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { appointmentAt, dayAhead, slotAt, visitAnswer } from '../../testing/appointments.ts';
import { type Answer, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { watchSaved } from '../../testing/saved-files.ts';
import { user } from '../../testing/user.ts';
import type { Visit } from './appointments.queries.ts';

const server = startFakeServer();
const schedules = 'GET /appointment/schedules';
const schedule = 'GET /appointment/schedule';
const chosen = slotAt(dayAhead(2), 9, 11);
const key = (sequence: number) => ({ uid: 'visit-1@myaccount.example.com', sequence });

async function open(changes: Partial<Visit> = {}): Promise<void> {
  server.answer(schedules, visitAnswer(changes));
  await openPortal({ path: '/schedule/token-1' });
  await screen.findByRole('heading', { level: 1, name: /^Hi Ana/ });
}

/** Chooses the first time and confirms it; the visit is then as `changes` say. */
async function book(answer: Answer, changes: Partial<Visit>): Promise<void> {
  server.answer(schedule, answer);
  server.answer(schedules, visitAnswer(changes));
  await user.click(screen.getAllByRole('radio')[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Confirm' }));
}

/** Presses “Add to calendar” and returns how the file names the visit. */
async function savedEntry(): Promise<string[]> {
  const saved = watchSaved();
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'visit.ics' }]));
  expect(saved[0]?.type).toMatch(/^text\/calendar/);
  const file = (await saved[0]?.text()) ?? '';
  return file.split('\r\n').filter((line) => /^(UID|SEQUENCE|DTSTART):/.test(line));
}

const entry = (sequence: number, { start }: { start: string }) => [
  'UID:visit-1@myaccount.example.com',
  `SEQUENCE:${sequence}`,
  `DTSTART:${start.replaceAll(/[-:]|\.000/g, '')}`,
];

const moved = { currentAppointment: appointmentAt(chosen), calendar: key(7) };

test('[SCHEDULE-3] the visit in a calendar is the entry of the mails, as the visit is now', async () => {
  await open({ calendar: key(5) });
  expect(await savedEntry()).toEqual(entry(5, slotAt(dayAhead(1), 9, 11)));
});

test.each<[string, Answer, Partial<Visit>, number]>([
  ['before the visit is read again', { body: { statusCode: '00' } }, { calendar: key(5) }, 6],
  ['also where the answer was lost', problemAnswer(503, 'server.unavailable'), moved, 7],
])('[SCHEDULE-3] a new time changes the entry, %s', async (_when, answer, visit, sequence) => {
  await open({ calendar: key(5) });
  await book(answer, visit);
  await screen.findByRole('heading', { level: 1, name: 'Success' });
  expect(await savedEntry()).toEqual(entry(sequence, chosen));
});
