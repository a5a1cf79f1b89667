import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ana, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { press } from '../../testing/payment-form.tsx';

const server = startFakeServer();
const showCall = 'GET /login/change';
const stopCall = 'POST /login/change/stop';
const token = 'r4nd0m-Token_1';
const path = `/login/change/${token}`;
const answer = (state: string) => () => ({ body: { state, opensAt: '2026-11-25T17:00:00.000Z' } });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('[LOST-2] says what waits and until when; to open it stops nothing, and the token is in no title and no storage', async () => {
  server.answer(showCall, answer('waiting'));
  await openPortal({ path });
  await title('Your sign-in address is about to change');
  screen.getByText(
    /From Nov\s25,\s2026, 12:00\sPM\sEST, a code sent to the new address completes the change\./,
  );
  expect(server.requestsOf(showCall)[0]?.query.get('Token')).toBe(token);
  expect(server.requestsOf(stopCall)).toEqual([]);
  expect(document.title).not.toContain(token);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
  expect(document.body.innerHTML).not.toContain(token);
});

test.each([
  ['stopped', 'The change is stopped', /^Your sign-in address stays as it is\./],
  // The code was entered before the press.
  ['completed', 'The change was made', /call us right away/],
])('[LOST-2] one press stops it, and the page says what then holds: %s', async (state, name, text) => {
  server.answer(showCall, answer('waiting'));
  server.answer(stopCall, answer(state));
  await openPortal({ path });
  await title('Your sign-in address is about to change');
  await press('Stop this change');
  await title(name);
  expect(screen.getByRole('status').textContent).toMatch(text);
  expect(server.requestsOf(stopCall).map(({ body }) => body)).toEqual([{ token }]);
  expect(screen.queryByRole('button', { name: 'Stop this change' })).toBeNull();
  screen.getByRole('link', { name: 'Sign in' });
});

test.each([
  ['stopped', 'The change is stopped'],
  ['completed', 'The change was made'],
  ['lapsed', 'The change was not made'],
])('[LOST-2] a link that is opened later says what became of it: %s', async (state, name) => {
  server.answer(showCall, answer(state));
  await openPortal({ path });
  await title(name);
  expect(screen.queryByRole('button', { name: 'Stop this change' })).toBeNull();
});

test('[LOST-2] a wrong link says so; a lost answer says that nothing is stopped, and another press stops it', async () => {
  server.answer(showCall, answer('waiting'));
  server.answer(
    stopCall,
    inTurn(problemAnswer(503, 'server.unavailable'), problemAnswer(404, 'request.not-found')),
  );
  await openPortal({ path });
  await title('Your sign-in address is about to change');
  await press('Stop this change');
  expect((await screen.findByRole('alert')).textContent).toContain('The change is not stopped');
  await press('Stop this change');
  await title('There is no change to stop');
});

test('[LOST-2] the page neither uses nor ends the session of the tab', async () => {
  server.answer(showCall, answer('waiting'));
  await openPortal({ path, session: sessionOf(ana) });
  await title('Your sign-in address is about to change');
  expect(server.requestsOf(showCall)[0]?.headers).not.toHaveProperty('authorization');
});
