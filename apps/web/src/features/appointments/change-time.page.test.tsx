import { lastVisitDay, type Visit } from '@myaccount/contract/appointments';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { appointmentAt, dayAhead, dayOfSlots, slotAt, visitAnswer } from '../../testing/appointments.ts';
import { type Answer, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { watchSaved } from '../../testing/saved-files.ts';
import { user } from '../../testing/user.ts';
import { dayText } from '../../ui/calendar-days.ts';
import { visitDay } from './visit-time.rules.ts';

const server = startFakeServer();
const schedules = 'GET /appointment/schedules';
const schedule = 'GET /appointment/schedule';
const [today, first, second] = [dayAhead(0), dayAhead(2), dayAhead(3)];
const last = lastVisitDay(today, 7);

beforeEach(() => {
  server.answer(schedule, { body: { statusCode: '00' } });
});

async function open(changes: Partial<Visit> = {}) {
  server.answer(schedules, visitAnswer(changes));
  const portal = await openPortal({ path: '/schedule/token-1' });
  await screen.findByRole('heading', { name: 'Choose another time' });
  return portal;
}

const moreDays = () => user.click(screen.getByRole('button', { name: 'More days' }));

/** Opens the days behind “More days”, as a customer does who wants none of the next times. */
async function openDays(changes: Partial<Visit> = {}) {
  const portal = await open(changes);
  await moreDays();
  return portal;
}

const full = (day: string) => dayText(day, 'en', { dateStyle: 'full' });
const dayButton = (day: string) => document.querySelector<HTMLButtonElement>(`[data-day="${day}"]`);
const confirmButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll('\u2060', '');
const time = async (name: RegExp) =>
  (await screen.findAllByRole('radio', { name: (shown) => name.test(plain(shown)) }))[0] as HTMLInputElement;
const times = () => screen.queryAllByRole('radio');

/** Shows the month of a day, as a customer does. */
async function turnTo(day: string): Promise<void> {
  if (!dayButton(day)) await user.click(screen.getByRole('button', { name: 'Next month' }));
}

async function chooseDay(day: string): Promise<void> {
  await turnTo(day);
  await user.click(dayButton(day) as HTMLElement);
}

/** Chooses 1 to 3 PM on the first day with times, and confirms in the dialog: a second press does nothing. */
async function book(): Promise<void> {
  await user.click(await time(/1\s– 3\sPM$/));
  await user.click(confirmButton());
  await user.dblClick(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Confirm' }));
}

describe('days and times', () => {
  test('[SCHEDULE-2] the next five times are offered with their days; the days are behind “More days”', async () => {
    await open();
    const group = screen.getByRole('group', { name: 'Next available times' });
    const names = within(group)
      .getAllByRole('radio')
      .map(({ parentElement }) => plain(parentElement?.textContent ?? ''));
    const wednesday = ['9 – 11 AM', '1 – 3 PM', '3 – 5 PM'].map((hours) => `Wed, Nov 04 ${hours}`);
    expect(names).toEqual([...wednesday, 'Thu, Nov 05 9 – 11 AM', 'Thu, Nov 05 1 – 3 PM']);
    expect(screen.queryByRole('grid')).toBeNull();
    await moreDays();
    expect(document.activeElement).toBe(dayButton(first));
    screen.getByRole('group', { name: (name) => plain(name) === plain(visitDay(first, 'en')) });
    expect(times()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Next available times' }));
    expect(times()).toHaveLength(5);
  });

  test('[SCHEDULE-2] in another time zone, one line names it for all times', async () => {
    await open({ timeZone: 'America/New_York' });
    expect(plain(times()[0]?.parentElement?.textContent ?? '')).toBe('Wed, Nov 04 4 – 6 AM');
    screen.getByText(/Eastern/);
  });

  test('[SCHEDULE-2] first come 15 days from today, a later day loads 15 more', async () => {
    await openDays({ result: [dayOfSlots(first), dayOfSlots(dayAhead(14))] });
    const windows = () =>
      server.requestsOf(schedules).map(({ query }) => [query.get('StartDate'), query.get('EndDate')]);
    expect(windows().at(-1)).toEqual([today, dayAhead(14)]);
    const { length } = windows();
    await chooseDay(dayAhead(14));
    expect([times().length, windows().length]).toEqual([3, length]);
    const later = visitAnswer({ result: [dayOfSlots(last)] });
    const never = new Promise<Answer>(() => undefined);
    server.answer(schedules, ({ query }) => (query.get('StartDate') === today ? never : later));
    void queryClient.refetchQueries();
    await chooseDay(last);
    await time(/^9\s– 11/);
    // A refresh that does not know of these days would take them away.
    expect(queryClient.isFetching()).toBe(0);
    expect(windows().at(-1)?.[0]).toBe(dayAhead(15));
    expect(dayButton(last)?.getAttribute('aria-pressed')).toBe('true');
  });

  test('[SCHEDULE-2] the calendar ends seven days after the month; days without times cannot be chosen', async () => {
    await openDays();
    expect(screen.getByRole('button', { name: full(second) })).toBe(dayButton(second));
    const between = dayAhead(4);
    expect(dayButton(between)?.getAttribute('aria-disabled')).toBe('true');
    expect(dayButton(dayAhead(-1))?.disabled).toBe(true);
    expect(dayButton(dayAhead(15))?.hasAttribute('aria-disabled')).toBe(false);
    expect(screen.getByRole('button', { name: `${full(between)}, no times` })).toBe(dayButton(between));
    await user.click(dayButton(between) as HTMLElement);
    expect(dayButton(between)?.getAttribute('aria-pressed')).toBe('false');
    await turnTo(last);
    expect(dayButton(last)?.disabled).toBe(false);
    expect(dayButton(last.replace(/..$/, '08'))?.disabled).toBe(true);
  });

  test('[SCHEDULE-2] no times are said; another day is offered only where a day can still have times', async () => {
    const { unmount } = await open({ result: [] });
    const status = screen.getByText('No slots available for the selected date.').parentElement;
    within(status as HTMLElement).getByRole('link', { name: '(555) 010-0199' });
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    expect(screen.queryByText(/^Choose a time first/)).toBeNull();
    screen.getByText(/^Choose another day, or call us:/);
    unmount();
    await openPortal({ path: '/schedule/token-1', config: { limits: { slotDays: 40 } } });
    await screen.findByText(/^No other day has times either\. To change your visit, call/);
    expect(screen.queryByText(/Choose another day/)).toBeNull();
  });

  test('[SCHEDULE-2] times that were never told are not taken for none', async () => {
    await open({ result: [], slotsAsOf: null });
    screen.getByText('Other times can’t be shown right now.');
    expect(screen.queryByText('No slots available for the selected date.')).toBeNull();
    expect(document.querySelector('[data-day][aria-disabled]')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    server.answer(schedules, visitAnswer());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(times()).toHaveLength(5));
    expect(document.activeElement).not.toBe(document.body);
  });

  const yesterday = `${dayAhead(-1)}T15:40:00.000Z`;
  test.each<[string, Partial<Visit>, string[]]>([
    ['of today', { slotsOutdated: true }, ['2:59 PM UTC.']],
    ['of yesterday', { slotsOutdated: true, slotsAsOf: yesterday }, ['Nov 01, 2026, 3:40 PM UTC.']],
    ['that are not outdated', {}, []],
  ])('[SCHEDULE-2] times %s say how old they are, if they are outdated', async (_what, visit, texts) => {
    await open(visit);
    const shown = screen.queryAllByText(/Times as of/).map(({ textContent }) => plain(textContent ?? ''));
    expect(shown).toEqual(texts.map((text) => `Times as of ${text}`));
  });

  test('[SCHEDULE-2] the button waits for a time and says so; another day starts over', async () => {
    await open();
    expect(confirmButton().disabled).toBe(true);
    expect(screen.getByRole('button', { description: 'Choose a time first.' })).toBe(confirmButton());
    await user.click(await time(/9\s– 11\sAM$/));
    expect((await time(/9\s– 11\sAM$/)).checked).toBe(true);
    expect(confirmButton().disabled).toBe(false);
    await moreDays();
    expect((await time(/^9\s– 11/)).checked).toBe(true);
    await chooseDay(second);
    expect(confirmButton().disabled).toBe(true);
    expect(screen.queryByText('This time is no longer available.')).toBeNull();
    expect(times()).toHaveLength(3);
    await user.click(await time(/^9\s– 11/));
    confirmButton().focus();
    server.answer(schedules, visitAnswer({ result: [] }));
    void queryClient.refetchQueries();
    await waitFor(() => expect(times()).toEqual([]));
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('confirming a time', () => {
  const tooMany = problemAnswer(429, 'request.too-many');

  test('[SCHEDULE-3] asks once, books the time, and says so', async () => {
    const { router } = await open();
    await user.click(await time(/1\s– 3\sPM$/));
    await user.click(confirmButton());
    const dialog = screen.getByRole('alertdialog');
    const question = plain(within(dialog).getByRole('heading').textContent ?? '').replace(' UTC', '');
    expect(question).toBe(`Confirm appointment for 1 – 3 PM on ${plain(visitDay(first, 'en'))}`);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(server.requestsOf(schedule)).toEqual([]);
    await book();
    await screen.findByRole('heading', { level: 1, name: 'Success' });
    screen.getByText('Your appointment has been rescheduled');
    screen.getByText(/^Your installation is now on .*, between 1\sand\s3\sPM/);
    await screen.findByText('Confirmed');
    const { start, end } = slotAt(first, 13, 15);
    const [request, ...more] = server.requestsOf(schedule);
    expect(more).toEqual([]);
    const query = { Token: 'token-1', scheduleStart: start, scheduleEnd: end };
    expect(Object.fromEntries(request?.query ?? [])).toEqual(query);
    expect(request?.headers['x-correlation-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(router.state.location.pathname).toBe('/schedule/success');
    expect(JSON.stringify(history.state)).not.toContain('token-1');
    await user.click(screen.getByRole('button', { name: 'Back to your visit' }));
    await screen.findByRole('heading', { level: 1, name: /^Hi Ana/ });
  });

  test('[SCHEDULE-3] without a booking the success page says so, and what to do', async () => {
    await openPortal({ path: '/schedule/success' });
    await screen.findByRole('heading', { level: 1, name: 'No visit was rescheduled here' });
    screen.getByText('To see your visit or to change its time, open the link that we sent you.');
    expect(within(screen.getByRole('main')).getByRole('link').textContent).toBe('(555) 010-0199');
    expect(screen.queryByText('Your appointment has been rescheduled')).toBeNull();
    expect(screen.queryByText('Success')).toBeNull();
    expect(server.seen).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });

  test.each(['02', '03'])('[SCHEDULE-6] a gone time is refused with fresh ones (%s)', async (statusCode) => {
    await openDays();
    await chooseDay(second);
    server.answer(schedule, { body: { statusCode, statusDescription: 'Taken' } });
    const fresh = { start: second, Slots: [slotAt(second, 9, 11)] };
    server.answer(schedules, visitAnswer({ result: [dayOfSlots(first), fresh] }));
    await book();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The new time that you chose was just taken');
    const refused = `${plain(visitDay(second, 'en'))}, between 1 and 3 PM`;
    expect(plain(notice.textContent)).toContain(refused);
    expect(document.activeElement).toBe(notice);
    await screen.findByText('Error scheduling appointment.');
    expect(dayButton(second)?.getAttribute('aria-pressed')).toBe('true');
    expect(times()).toHaveLength(1);
    expect(screen.queryByText('This time is no longer available.')).toBeNull();
    screen.getByText('Choose a time first.');
    expect(confirmButton().disabled).toBe(true);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(await time(/^9\s– 11/));
    server.answer(schedules, visitAnswer({ result: [dayOfSlots(first)] }));
    void queryClient.refetchQueries();
    await screen.findByText('This time is no longer available.');
  });

  test('[SCHEDULE-6] a time that is gone for another reason is said at its day', async () => {
    await open();
    server.answer(schedule, { body: { statusCode: '05', statusDescription: 'Away' } });
    server.answer(schedules, visitAnswer({ result: [{ start: first, Slots: [slotAt(first, 9, 11)] }] }));
    await book();
    await screen.findByText('Your new time could not be confirmed');
    screen.getByText('This time is no longer available.');
    screen.getByText('Choose a time first.');
  });

  test.each<[string, Answer, RegExp]>([
    ['while the field service is away', { body: { statusCode: '05' } }, /Your visit has not changed\./],
    ['after too many tries', tooMany, /Too many requests at once\..*not changed/],
  ])('[SCHEDULE-3] %s the old time holds', async (_when, answer, text) => {
    await open();
    server.answer(schedule, answer);
    await book();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    await screen.findByText('Error scheduling appointment.');
    expect(confirmButton().disabled).toBe(false);
  });

  test('[SCHEDULE-5] a link that ended meanwhile is an expired link', async () => {
    await open();
    const ended = { body: { statusCode: '01', statusDescription: 'Invalid Token' } };
    for (const call of [schedule, schedules]) server.answer(call, ended);
    await book();
    await screen.findByRole('heading', { level: 1, name: 'The link you selected has expired' });
  });

  test('[SCHEDULE-3] a choice that the field service has not confirmed is being confirmed', async () => {
    await open();
    server.answer(schedule, { body: { statusCode: '06', statusDescription: 'Confirming' } });
    const confirming = appointmentAt(slotAt(first, 13, 15));
    server.answer(schedules, visitAnswer({ confirming }));
    await book();
    const notice = (await screen.findByText('We are confirming your new time')).parentElement;
    expect(document.activeElement).toBe(notice);
    expect(notice?.textContent).toMatch(/You chose .*, between 1\sand\s3\sPM/);
    expect(screen.queryByRole('heading', { name: 'Choose another time' })).toBeNull();
    expect(screen.queryByText('Error scheduling appointment.')).toBeNull();
    server.answer(schedules, visitAnswer({ currentAppointment: confirming }));
    await screen.findByRole('heading', { level: 1, name: 'Success' });
  });

  test.each<[string, Answer, string, number]>([
    ['was', visitAnswer({ currentAppointment: appointmentAt(slotAt(first, 13, 15)) }), 'Success', 0],
    ['was not', visitAnswer(), 'Your new time could not be confirmed', 1],
  ])('[SCHEDULE-3] unknown holds Confirm until it %s booked', async (_what, afterward, text, failures) => {
    await open();
    server.answer(schedule, () => {
      server.answer(schedules, { isLost: true });
      return { isLost: true };
    });
    await book();
    await screen.findByText('We don’t know yet whether your visit was moved');
    expect(document.querySelectorAll('[data-tone]')).toHaveLength(1);
    expect(screen.queryByText('Error scheduling appointment.')).toBeNull();
    expect(confirmButton().disabled).toBe(true);
    screen.getByText('You can confirm a time as soon as we know whether your visit was moved.');
    server.answer(schedules, afterward);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText(text);
    const failed = () => screen.queryAllByText('Error scheduling appointment.');
    await waitFor(() => expect(failed()).toHaveLength(failures));
    expect(screen.queryByText('We don’t know yet whether your visit was moved')).toBeNull();
    expect(server.requestsOf(schedule)).toHaveLength(1);
  });
});

test('[SCHEDULE-2] days that cannot be loaded can be tried again', async () => {
  await open({ result: [] });
  server.answer(schedules, problemAnswer(400, 'request.invalid'));
  await chooseDay(last);
  await screen.findByText('The times of this day could not be loaded.');
  server.answer(schedules, visitAnswer({ result: [dayOfSlots(last)] }));
  await user.click(screen.getAllByRole('button', { name: 'Try Again' }).at(-1) as HTMLElement);
  await waitFor(() => expect(times()).toHaveLength(3));
  expect(dayButton(last)?.getAttribute('aria-pressed')).toBe('true');
});

test('[CONFIG-2] the operator sets how many days come at first, and where the calendar ends', async () => {
  server.answer(schedules, visitAnswer());
  const limits = { slotDays: 4, calendarExtraDays: 1 };
  await openPortal({ path: '/schedule/token-1', config: { limits } });
  await screen.findByRole('heading', { name: 'Choose another time' });
  await moreDays();
  expect(server.requestsOf(schedules).at(-1)?.query.get('EndDate')).toBe(dayAhead(3));
  await turnTo('2026-12-01');
  expect(dayButton('2026-12-01')?.disabled).toBe(false);
  expect(dayButton('2026-12-02')?.disabled).toBe(true);
});

describe('the visit in a calendar', () => {
  const chosen = slotAt(first, 13, 15);
  const key = (sequence: number) => ({ uid: 'visit-1@myaccount.example.com', sequence });

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

  test('[SCHEDULE-3] is the entry of the mails, as the visit is now', async () => {
    await open({ calendar: key(5) });
    expect(await savedEntry()).toEqual(entry(5, slotAt(dayAhead(1), 9, 11)));
  });

  test.each<[string, Answer, Partial<Visit>, number]>([
    ['before the visit is read again', { body: { statusCode: '00' } }, { calendar: key(5) }, 6],
    ['also where the answer was lost', problemAnswer(503, 'server.unavailable'), moved, 7],
  ])('[SCHEDULE-3] changes with a new time, %s', async (_when, answer, visit, sequence) => {
    await open({ calendar: key(5) });
    server.answer(schedule, answer);
    server.answer(schedules, visitAnswer(visit));
    await book();
    await screen.findByRole('heading', { level: 1, name: 'Success' });
    expect(await savedEntry()).toEqual(entry(sequence, chosen));
  });
});
