import type { Visit } from '@myaccount/contract/appointments';
import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { appointmentAt, dayAhead, invalidToken, slotAt, visitAnswer } from '../../testing/appointments.ts';
import { ana, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer();
const schedules = 'GET /appointment/schedules';
const token = 'r4nd0m-Token_1';
const path = `/schedule/${token}`;

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const heading = () => title(/^(Hi|Hola)/);

async function open(changes: Partial<Visit> = {}, language: Language = 'en') {
  server.answer(schedules, visitAnswer(changes));
  const portal = await openPortal({ path, language });
  await heading();
  return portal;
}

describe('a visit in one glance', () => {
  test('[SCHEDULE-1, SCHEDULE-6] says who, what, and when; the link’s token is in no title and no storage', async () => {
    const slot = slotAt('2026-11-24', 9, 11);
    await open({ currentAppointment: appointmentAt(slot), kind: 'repair' });
    expect((await heading()).textContent).toMatch(
      /^Hi Ana Rivera, your repair is on Tuesday, Nov\s24,\s2026, between 9\sand\s11\sAM(\sUTC)?\.$/,
    );
    expect(server.requestsOf(schedules)[0]?.query.get('Token')).toBe(token);
    expect(document.title).toBe('Your visit · Example Fiber');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
    expect(document.body.innerHTML).not.toContain(token);
  });

  test('[SCHEDULE-1] speaks Spanish, and can be switched', async () => {
    await open({ currentAppointment: appointmentAt(slotAt('2026-11-24', 9, 11)) }, 'es');
    expect((await heading()).textContent).toMatch(
      /^Hola, Ana Rivera: su instalación es el martes 24\sde\snoviembre de\s2026, de 9\sa\s11\sa\.m\.(\sUTC\.)?$/,
    );
    await user.click(screen.getByRole('button', { name: 'English' }));
    await title(/^Hi Ana Rivera, your installation/);
  });

  test.each([
    ['Ready', 'Scheduled', true, true, /^Your visit is scheduled\. This page/],
    ['Dispatch', 'Scheduled', true, true, /^Your visit is scheduled\. This page/],
    ['En Route', 'On the way', true, true, /^Your technician is on the way\.$/],
    ['In Progress', 'In progress', true, false, /^Your technician is working on your service\.$/],
    ['Complete', 'Complete', false, false, /^The visit on .*,\s2026, is complete\.$/],
    ['Cancelled', undefined, false, false, /^Nobody will come on .*, call \(555\) 010-0199\.$/],
  ] as const)('[SCHEDULE-4] %s is the step “%s”', async (jobStatus, step, isChangeable, isEntry, message) => {
    await open({ jobStatus });
    const current = screen.queryByRole('listitem', { current: 'step' });
    expect(current?.textContent.includes(step ?? '')).toBe(step && true);
    screen.getByText((_, element) => element?.tagName === 'P' && message.test(element.textContent));
    expect(screen.queryByText('Expected arrival')).toBeNull();
    // Nobody estimated an arrival, so only being there is a figure.
    expect(screen.queryByText('Your technician is here') !== null).toBe(jobStatus === 'In Progress');
    // It says so without a notice beside it.
    expect(document.querySelectorAll('[data-tone]')).toHaveLength(0);
    const isShown = (role: string, name: string) => screen.queryByRole(role, { name }) !== null;
    expect(isShown('list', 'Progress of your visit')).toBe(step !== undefined);
    const isLive = jobStatus === 'En Route' || jobStatus === 'In Progress';
    expect(screen.queryByText('Need another time?') !== null).toBe(isLive);
    if (isLive) await user.click(screen.getByText('Need another time?'));
    expect(isShown('heading', 'Choose another time')).toBe(isChangeable);
    expect(isShown('button', 'Confirm')).toBe(isChangeable);
    expect(isShown('button', 'Add to calendar')).toBe(isEntry);
  });

  test.each<[Language, number, [RegExp, string]]>([
    ['en', 9, [/^9:10\s–\s9:45\sAM(\sUTC)?$/, 'Sam is on the way.']],
    ['es', 9, [/^9:10–\s?9:45\sa\.m\.(\sUTC)?$/, 'Sam está en camino.']],
    ['es', 13, [/^1:10–\s?1:45\sp\.m\.(\sUTC)?$/, 'Sam está en camino.']],
  ])(
    '[SCHEDULE-4] five minutes are added to the longest estimate, which is the figure: %s, %s',
    async (language, hour, [figure, text]) => {
      const { start } = slotAt(dayAhead(1), hour, hour + 1);
      const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();
      const arrival = { shortestArrivalETA: at(10), longestArrivalETA: at(40) };
      await open({ jobStatus: 'En Route', techFirstName: 'Sam', ...arrival }, language);
      const shownFigure = screen.getByText((shown) => figure.test(shown.replaceAll('\u2060', '')));
      expect(shownFigure.previousElementSibling?.textContent).toBe(
        language === 'en' ? 'Expected arrival' : 'Llegada prevista',
      );
      screen.getByText(text);
    },
  );

  test.each(['shortestArrivalETA', 'longestArrivalETA'])(
    '[SCHEDULE-4] %s alone is no arrival',
    async (end) => {
      const { start } = slotAt(dayAhead(1), 9, 11);
      await open({ jobStatus: 'En Route', techFirstName: 'Sam', [end]: start });
      screen.getByText('Sam is on the way.');
      expect(screen.queryByText('Expected arrival')).toBeNull();
    },
  );

  test('[CONFIG-2] the operator sets the minutes that are added', async () => {
    const { start } = slotAt(dayAhead(1), 9, 11);
    const changes = { jobStatus: 'En Route', shortestArrivalETA: start, longestArrivalETA: start } as const;
    server.answer(schedules, visitAnswer(changes));
    await openPortal({ path, config: { limits: { arrivalExtraMinutes: 20 } } });
    await screen.findByText((shown) => /^9:00\s–\s9:20\sAM/.test(shown.replaceAll('\u2060', '')));
  });
});

describe('a link that does not work', () => {
  test('[SCHEDULE-5] is an expired link, with the ways to a new one: signing in, or a call', async () => {
    server.answer(schedules, invalidToken);
    await openPortal({ path });
    await title('The link you selected has expired');
    expect(screen.getAllByRole('link', { name: '(555) 010-0199' }).length).toBeGreaterThan(1);
    expect(server.requestsOf(schedules)).toHaveLength(1);
    screen.getByText(/^To get a new link, sign in: your home page shows your next visit\./);
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    await screen.findByRole('textbox', { name: 'Email address' });
  });

  test.each([
    ['/schedule/', 'The link you selected has expired'],
    ['/schedule', 'The link you selected has expired'],
    ['/schedule/%ff', 'We can’t find that page'],
    ['/schedule/%', 'We can’t find that page'],
  ])('[SCHEDULE-5] no token is an expired link, a malformed address no page: %s', async (path, name) => {
    await openPortal({ path });
    await title(name);
    expect(server.seen).toEqual([]);
  });

  test.each([
    ['a%2Fb%3D', 'a/b='],
    ['a/b', 'a/b'],
    ['..%2f..%2fetc', '../../etc'],
    ['%252e', '%2e'],
  ])('[SCHEDULE-1] the token is decoded once: %s', async (encoded, decoded) => {
    server.answer(schedules, invalidToken);
    await openPortal({ path: `/schedule/${encoded}` });
    await title('The link you selected has expired');
    expect(server.requestsOf(schedules)[0]?.query.get('Token')).toBe(decoded);
  });

  test('[SCHEDULE-5] any other failure can be tried again', async () => {
    server.answer(schedules, problemAnswer(400, 'request.invalid'));
    await openPortal({ path });
    await title('We are unable to process your request at the moment');
    screen.getByText('test-cor');
    server.answer(schedules, visitAnswer());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await heading();
  });

  test('[SCHEDULE-6] a link that ends while the page is open is an expired link', async () => {
    await open({ confirming: appointmentAt(slotAt(dayAhead(2), 9, 11)) });
    server.answer(schedules, invalidToken);
    await title('The link you selected has expired');
  });
});

test('[SCHEDULE-1] the link’s token is all that authorizes: a session is neither sent nor ended', async () => {
  server.answer(schedules, inTurn(problemAnswer(401, 'request.unauthorized'), visitAnswer()));
  await openPortal({ path, session: sessionOf(ana) });
  await title(/^We are unable/);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await heading();
  const sent = server.requestsOf(schedules).map(({ headers }) => headers.authorization);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter(Boolean)).toEqual([]);
  expect(sessionStorage.getItem('auth-token')).toBeTruthy();
});

describe('while the page is open', () => {
  const chosen = slotAt(dayAhead(2), 9, 11);
  const confirming = { confirming: appointmentAt(chosen) };

  test('[SCHEDULE-4] a new status shows and is read out', async () => {
    await open(confirming);
    server.answer(schedules, visitAnswer({ jobStatus: 'En Route', techFirstName: 'Sam', ...confirming }));
    const region = screen.getByRole('region', { name: 'Messages' });
    await within(region).findByText('Sam is on the way.');
    expect(screen.getAllByText('Sam is on the way.')).toHaveLength(2);
  });

  test('[SCHEDULE-4] a visit that begins meanwhile leaves the other times where they were', async () => {
    await open(confirming);
    server.answer(schedules, visitAnswer({ jobStatus: 'En Route' }));
    await screen.findByRole('heading', { name: 'Choose another time' });
    expect(screen.queryByText('Need another time?')).toBeNull();
  });

  test('[SCHEDULE-1] a failed refresh keeps what is known, and says so', async () => {
    await open(confirming);
    server.answer(schedules, { isLost: true });
    const notice = await screen.findByText('We can’t update this page right now');
    await heading();
    screen.getByText(/^You see what we knew at \d+:\d\d\s[AP]M/);
    server.answer(schedules, visitAnswer(confirming));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });

  test('[SCHEDULE-3] a choice that is refused later is reported, and the times come back', async () => {
    await open(confirming);
    server.answer(schedules, visitAnswer());
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Your new time could not be confirmed');
    await screen.findByText('Error scheduling appointment.');
    await screen.findByRole('heading', { name: 'Choose another time' });
  });
});
