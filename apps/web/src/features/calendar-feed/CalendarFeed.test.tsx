import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountOf } from '../../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { CalendarFeed } from './CalendarFeed.tsx';

const server = startFakeServer(answerForAccount);
const make = 'POST /calendar-feed';
const address = 'https://example.com/myaccount/api/calendar-feed?Token=t-1';
const press = async () =>
  user.click(await screen.findByRole('button', { name: 'Get the calendar’s address' }));

test('[FEED-1] a press makes the address, to open and to copy; it says what ends it', async () => {
  server.answer(make, { body: { address } });
  await renderPage(<CalendarFeed />);
  await press();
  const link = await screen.findByRole('link', { name: 'Open in your calendar' });
  expect(link.getAttribute('href')).toBe(address.replace('https', 'webcal'));
  // A screen reader says that it came.
  expect(link.closest('[role=status]')).not.toBeNull();
  expect(server.requestsOf(make)[0]?.body).toEqual({ accountNumber });
  screen.getByText(/signing out everywhere/);
  await user.click(screen.getByRole('button', { name: 'Copy the address' }));
  expect(await navigator.clipboard.readText()).toBe(address);
});

test('[FEED-1] one that cannot be made can be asked for again', async () => {
  server.answer(make, problemAnswer(503, 'server.unavailable'));
  await renderPage(<CalendarFeed />);
  await press();
  await screen.findByText('The address could not be made. Try again in a few minutes.');
  server.answer(make, { body: { address } });
  await press();
  await screen.findByRole('link', { name: 'Open in your calendar' });
});

test('[FEED-1] a closed account has none', async () => {
  server.answer('GET /customer/info', { body: accountOf(accountNumber, { accountStatus: 'INACTIVE' }) });
  await renderPage(<CalendarFeed />);
  expect(screen.queryByRole('heading', { name: 'Due dates in your calendar' })).toBeNull();
});
