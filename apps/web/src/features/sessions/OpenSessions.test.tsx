import type { OpenSession } from '@myaccount/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { OpenSessions } from './OpenSessions.tsx';

const list = 'GET /sessions';
const endOne = 'POST /sessions/end';
const endAll = 'POST /sessions/end-all';
const logout = 'GET /login/otp/logout';
const server = startFakeServer();
let open: OpenSession[];

const here: OpenSession = {
  id: 's-1',
  browser: 'Chrome',
  system: 'Windows',
  network: '203.0.113.x',
  signedInAt: '2026-11-24T17:00:00.000Z',
  lastUsedAt: '2026-11-24T18:00:00.000Z',
  isCurrent: true,
};
const phone: OpenSession = {
  ...here,
  id: 's-2',
  browser: 'Safari',
  system: 'iPhone',
  network: '198.51.100.x',
  lastUsedAt: '2026-11-25T02:05:00.000Z',
  isCurrent: false,
};

beforeEach(() => {
  open = [here, phone];
  server.answer(list, () => ({ body: open }));
  server.answer(logout, { body: { status: 200 } });
  server.answer(endAll, { body: { status: 200 } });
  server.answer(endOne, ({ body }) => {
    open = open.filter(({ id }) => id !== (body as { id: string }).id);
    return { body: { status: 200 } };
  });
});

async function show() {
  await renderPage(<OpenSessions />);
  return await screen.findAllByRole('listitem');
}

const dialog = () => screen.findByRole('alertdialog');
const press = async (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const answer = async (name: string) => user.click(within(await dialog()).getByRole('button', { name }));

test('[SESSIONS-1] says device, network, and times of each session, this one as such', async () => {
  const rows = await show();
  expect(rows.map((row) => row.textContent?.replace(/[\s\u202f]/g, ' '))).toEqual([
    'Chrome on WindowsThis device, nowSigned in Nov 24, 2026, 12:00 PM ESTFrom 203.0.113.xSign out',
    'Safari on iPhoneLast used Nov 24, 2026, 9:05 PM ESTSigned in Nov 24, 2026, 12:00 PM ESTFrom 198.51.100.xSign out',
  ]);
});

test.each([
  [{ browser: null }, 'iPhone'],
  [{ system: null }, 'Safari'],
  [{ browser: null, system: null }, 'Unknown device'],
])('[SESSIONS-1] a device of which only %j is not known', async (unknown, name) => {
  open = [here, { ...phone, ...unknown }];
  const rows = await show();
  expect(within(rows[1] as HTMLElement).getByText(name)).toBeTruthy();
});

test('[SESSIONS-1] ends another session after a question, and shows what is left', async () => {
  await show();
  await press(/^Sign out Safari on iPhone, signed in Nov/);
  expect((await dialog()).textContent).toContain('Safari on iPhone needs a new code to sign in again.');
  expect(server.requestsOf(endOne)).toEqual([]);
  await answer('Sign out');
  await screen.findByText('Signed out');
  expect(server.requestsOf(endOne).map(({ body }) => body)).toEqual([{ id: 's-2' }]);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('You are not signed in anywhere else.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
  expect(server.requestsOf(logout)).toEqual([]);
});

test('[SESSIONS-1] one that has ended meanwhile counts as ended', async () => {
  await show();
  server.answer(endOne, () => {
    open = [here];
    return problemAnswer(404, 'request.not-found');
  });
  await press(/^Sign out Safari/);
  await answer('Sign out');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test.each([
  ['Sign out here', 'Sign out', /./, 0],
  ['Sign out everywhere', 'Sign out everywhere', /Every device is signed out, including this one\./, 1],
])('[SESSIONS-1] “%s” asks first; Cancel ends nothing', async (button, confirm, words, ends) => {
  await show();
  await press(button);
  expect((await dialog()).textContent).toMatch(words);
  await answer('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([...server.requestsOf(endAll), ...server.requestsOf(logout)]).toEqual([]);
  await press(button);
  await answer(confirm);
  await waitFor(() => expect(server.requestsOf(logout)).toHaveLength(1));
  expect(server.requestsOf(endAll)).toHaveLength(ends);
  expect(server.requestsOf(endOne)).toEqual([]);
});

test.each([
  ['other', /^Sign out Safari/, 'Sign out', endOne],
  ['all', 'Sign out everywhere', 'Sign out everywhere', endAll],
])('[SESSIONS-1] a failure is said in the question (%s)', async (_kind, button, confirm, call) => {
  await show();
  server.answer(call, problemAnswer(503, 'server.unavailable'));
  await press(button);
  await answer(confirm);
  expect(await within(await dialog()).findByRole('alert')).toBeTruthy();
  expect(server.requestsOf(logout)).toEqual([]);
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2);
});

test('[SESSIONS-1] a list that cannot be loaded says so, and can be tried again', async () => {
  server.answer(list, problemAnswer(404, 'request.not-found'));
  await renderPage(<OpenSessions />);
  const again = await screen.findByRole('button', { name: 'Try Again' });
  screen.getByText('Your open sessions could not be loaded.');
  server.answer(list, () => ({ body: open }));
  await user.click(again);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});
