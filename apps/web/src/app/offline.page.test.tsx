import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logStep } from '../api/log-event.ts';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { inTurn, startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { billing, pageOf, refresh, saved } from '../testing/page-data.ts';
import { renderPage } from '../testing/render-page.tsx';
import { user } from '../testing/user.ts';
import { UnexpectedError } from './UnexpectedError.tsx';

const lost = { isLost: true };
const probe = 'HEAD /health/live';
const session = sessionOf(ana);
const server = startFakeServer((fake) => {
  answerAccounts(fake);
  fake.answer(refresh, { body: billing() });
  fake.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
  fake.answer('GET /payments', pageOf([]));
  fake.answer('GET /invoices/all', pageOf([]));
});

beforeEach(() => onlineManager.setOnline(true));
afterEach(() => onlineManager.setOnline(true));

const notice = () => screen.queryByText('You are offline');
/** Time after which a skeleton takes the place of the page before; a busy machine needs longer to see that nothing loads. */
const skeletonAfterMs = 2_000;
const longerThanSkeleton = () => new Promise((resolve) => setTimeout(resolve, skeletonAfterMs + 500));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

async function openPayments() {
  const { router } = await openPortal({ path: '/payments', session });
  const { get } = Object.getOwnPropertyDescriptor(router.options, 'defaultPendingMs') ?? {};
  const slower = () => Math.max(get?.call(router.options), skeletonAfterMs);
  Object.defineProperty(router.options, 'defaultPendingMs', { get: slower });
  await title('Payments');
  await user.click(await screen.findByRole('button', { name: /^Change: How much/ }));
  await user.click(await screen.findByRole('radio', { name: /^Other Amount/ }));
  await user.type(screen.getByLabelText('Amount to pay'), '12.34');
}

async function expectPaymentsKept(): Promise<void> {
  await act(longerThanSkeleton);
  await title('Payments');
  expect(screen.getByLabelText<HTMLInputElement>('Amount to pay').value).toBe('12.34');
}

test('[SHELL-10] offline, a press keeps the page and what was typed, and opens its page once the connection is back', async () => {
  await openPayments();
  fireEvent(window, new Event('offline'));
  await screen.findByText('You are offline');
  screen.getByText('We could not connect. Check your internet connection and try again.');
  fireEvent.click(screen.getByRole('link', { name: 'Billing' }));
  await expectPaymentsKept();
  expect(server.requestsOf('GET /invoices/all')).toEqual([]);
  fireEvent(window, new Event('online'));
  await title('Billing');
  expect(notice()).toBeNull();
});

test('[SHELL-10] so too where only the page’s calls show that the server cannot be reached', async () => {
  await openPayments();
  server.answer('GET /invoices/all', inTurn(lost, pageOf([])));
  server.answer('GET /customer/account/details', inTurn(lost, { body: { DiscountsList: [] } }));
  let isThere = false;
  server.answer(probe, () => (isThere ? {} : lost));
  fireEvent.click(screen.getByRole('link', { name: 'Billing' }));
  await screen.findByText('You are offline');
  await expectPaymentsKept();
  isThere = true;
  await title('Billing');
  await waitFor(() => expect(notice()).toBeNull());
  await screen.findByText('No information available on your account.');
});

test('[SHELL-10] a call that is lost while the server is there is no lost connection', async () => {
  server.answer('GET /invoices/all', lost);
  await openPortal({ path: '/billing', session });
  await screen.findByText('Error loading information, please try again later.');
  expect(notice()).toBeNull();
});

test('[SHELL-10] the connection that is lost before the first page shows is said, and the page comes by itself', async () => {
  const respond = server.hold('GET /customer/info');
  await openPortal({ path: '/payments', session });
  fireEvent(window, new Event('offline'));
  await screen.findByText('You are offline');
  respond(lost);
  answerAccounts(server);
  fireEvent(window, new Event('online'));
  await title('Payments');
});

test('[SHELL-10] a visit says that it is offline, too, and loads by itself', async () => {
  server.answer('GET /appointment/schedules', lost);
  server.answer(probe, lost);
  await openPortal({ path: '/schedule/token-1' });
  await screen.findByText('You are offline');
  await screen.findByRole('button', { name: 'Try Again' });
  const before = server.requestsOf('GET /appointment/schedules').length;
  server.answer(probe, {});
  await waitFor(() => expect(notice()).toBeNull());
  await waitFor(() => expect(server.requestsOf('GET /appointment/schedules').length).toBeGreaterThan(before));
});

function BrokenOffline() {
  useState(() => onlineManager.setOnline(false));
  return <UnexpectedError error={new TypeError()} />;
}

test('[SHELL-10] a page that broke offline says so, and is not reported', async () => {
  // The test before may ask once more.
  server.answer(probe, lost);
  await renderPage(<BrokenOffline />);
  await title('You are offline');
  expect(screen.queryByText(/unexpected error/)).toBeNull();
  // Whatever was to be reported is before it.
  logStep('1000234567', 'looked');
  const reported = () => server.requestsOf('POST /logger/log').map(({ body }) => body);
  await waitFor(() => expect(reported()).not.toEqual([]));
  expect(reported()).toEqual([expect.objectContaining({ action: 'looked' })]);
});
