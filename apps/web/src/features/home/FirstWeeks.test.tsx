import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountOf } from '../../testing/customers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, billing } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FirstWeeks } from './FirstWeeks.tsx';

const server = startFakeServer(answerForAccount);
const details = 'GET /customer/account/details';
const estimate = { date: '2026-12-17', amount: 46 };
const visit = {
  startDate: '2026-11-28T14:00:00.000Z',
  endDate: '2026-11-28T16:00:00.000Z',
  jobStatus: 'Ready',
  techFirstName: null,
  shortestArrivalETA: null,
  longestArrivalETA: null,
};

interface State {
  readonly nextVisit?: object;
  readonly hasVisit?: boolean;
  readonly firstBill?: typeof estimate | null;
  readonly isAutoPayEnabled?: boolean;
  readonly hasPin?: boolean;
  readonly role?: 'primary' | 'member';
}

async function open({ firstBill = null, isAutoPayEnabled = false, ...state }: State) {
  const { nextVisit, hasVisit = true, hasPin, role } = state;
  const account = accountOf(accountNumber, { ...(role && { role }) });
  const customer = { ...account.customer, hasPin: hasPin ?? false };
  server.answer('GET /customer/info', { body: { ...account, customer } });
  server.answer(details, { body: { ...(nextVisit && { nextVisit }) } });
  const first = { hasVisit, firstBill };
  await renderPage(<FirstWeeks billing={billing({ isAutoPayEnabled, firstWeeks: first })} first={first} />);
  const list = within(await screen.findByRole('region', { name: 'Your first weeks' }));
  return () => list.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('[HOME-9] says what comes: the visit, the first bill with an estimate, autopay, and a PIN, each with its way', async () => {
  const rows = await open({ nextVisit: visit, firstBill: estimate });
  expect(rows()).toEqual([
    'Your technician’s visit',
    expect.stringMatching(
      /^Your first bill comes about Dec\s17,\s2026: about \$46\.00 by your plan and days, before taxes$/,
    ),
    expect.stringMatching(/^Autopay, so that no due date is missed./),
    'A PIN, which we ask for when you callChoose a PIN',
  ]);
  expect(screen.getByRole('link', { name: 'Choose a PIN' }).getAttribute('href')).toMatch(
    /settings\?tab=security$/,
  );
});

test('[HOME-9] what is done has a tick, and no way to do it again', async () => {
  const rows = await open({ isAutoPayEnabled: true, hasPin: true });
  const done = [
    'Done: Your technician’s visit',
    'Done: Your first bill',
    'Done: Autopay, so that no due date is missed',
    'Done: A PIN, which we ask for when you call',
  ];
  await waitFor(() => expect(rows()).toEqual(done));
  expect(screen.queryByRole('button')).toBeNull();
});

test('[HOME-9] a member is asked for no PIN', async () => {
  expect((await open({ role: 'member' }))()).toHaveLength(3);
});

test('[HOME-9] a visit that was never planned is not done', async () => {
  expect((await open({ hasVisit: false }))()[0]).toBe('Done: Your first bill');
});
