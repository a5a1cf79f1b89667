import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openSession } from '../api/session.ts';
import { selectAccount } from '../features/accounts/account-ids.ts';
import { accountOf, ana, answerAccounts, billingAccountOf, sessionOf } from '../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { billing, invoiceRow, madePayment, plannedPayment, saved } from '../testing/page-data.ts';
import { changeConfig } from '../testing/web-config.ts';

const server = startFakeServer(answerAccounts);
const calls = ['GET /customer/info', 'GET /billing/gtv/account'];
const session = sessionOf(ana);
const hourMs = 3_600_000;
const expired = { ...session, receivedAt: new Date(Date.now() - 24 * hourMs).toISOString() };

let runs = 0;

/** Runs the early script of a page of this address. */
async function runEarly(path: string): Promise<void> {
  window.history.replaceState(null, '', path);
  runs += 1;
  await import(/* @vite-ignore */ `./early.ts?run=${runs}`);
}

const asked = () => calls.map((call) => server.requestsOf(call).length);

// The menu's list of accounts comes after the page.
const askedForPage = () => server.seen.filter(({ call }) => call !== 'GET /accounts');

test.each([
  '/',
  '/billing?page=2',
  '/billing/make-payment',
  '/billing/manage-payment-methods',
  '/payments?page=2',
  '/profile',
  '/settings',
])(
  '[SHELL-8] at %s the early script asks at once for what the page begins with, and for nothing else',
  async (path) => {
    const answers = calls.map((call) => server.hold(call));
    openSession(session);
    await runEarly(path);
    const sent = window.earlyRequests?.size ?? 0;
    await waitFor(() => expect(askedForPage()).toHaveLength(sent));
    expect(sent).toBeGreaterThan(calls.length);
    answerAccounts(server);
    const [number = ''] = ana.accounts.map(({ account_id }) => account_id);
    answers[0]?.({ body: accountOf(number) });
    answers[1]?.({ body: [billingAccountOf(number)] });
    await openPortal({ path });
    await screen.findByRole('heading', { level: 1 });
    expect(window.earlyRequests?.size).toBe(0);
    expect(askedForPage()).toHaveLength(sent);
  },
);

test('[SHELL-8] a session of the release before does not name the billing account: its page asks once that is known', async () => {
  const accounts = ana.accounts.map(({ account_id, customer_id }) => ({ account_id, customer_id }));
  openSession(sessionOf({ ...ana, accounts }));
  await runEarly('/billing?page=2');
  expect(window.earlyRequests?.size).toBe(calls.length);
  await openPortal({ path: '/billing?page=2' });
  await screen.findByRole('heading', { level: 1 });
  expect(asked()).toEqual([1, 1]);
  const [bills] = server.requestsOf('GET /invoices/all');
  expect(bills?.query.get('billing_account_id')).toBe('billing-1000234567');
});

test.each(['/', '/billing', '/payments', '/settings'])(
  '[SHELL-8] %s shows without a format of dates: a phone takes long to make its first',
  async (path) => {
    changeConfig({ utcOffsets: [{ from: '2000', until: '3000', minutes: -300 }] });
    const page = <Row,>(row: Row) => ({ body: { totalCount: 1, totalPages: 1, result: [row] } });
    server.answer('GET /billing/gtv/billing-account/refresh', { body: billing({ pastDue: 84.99 }) });
    server.answer('GET /invoices/all', page(invoiceRow()));
    server.answer('GET /payments', page(madePayment()));
    server.answer('GET /payments/recurring-payments', { body: [saved('m-1')] });
    server.answer('GET /payments/planned', { body: [plannedPayment()] });
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    openSession(session);
    await openPortal({ path });
    await screen.findByRole('heading', { level: 1 });
    expect(format).not.toHaveBeenCalled();
  },
);

test.each([
  ['without a session', undefined, '/billing'],
  ['with an expired token', expired, '/billing'],
  ['with a deeplink', session, '/?deeplink=/billing'],
  ['with a link to an account', session, '/billing?account=id-1'],
  ['for the page of a visit', session, '/schedule/token-1'],
])('[SHELL-9] %s, the early script asks for nothing', async (_when, held, path) => {
  if (held) openSession(held);
  await runEarly(path);
  expect(window.earlyRequests).toBeUndefined();
  expect(asked()).toEqual([0, 0]);
});

test('[LOGIN-7] what was asked with an earlier session is asked again with the new one', async () => {
  openSession(sessionOf(ana, { accessToken: 'earlier' }));
  await runEarly('/billing');
  openSession(session);
  await openPortal({ path: '/billing' });
  await screen.findByRole('heading', { level: 1 });
  const tokens = server.requestsOf(calls[0] ?? '').map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(['Bearer earlier', `Bearer ${session.accessToken}`]);
});

test('[SHELL-6] what was asked for another account is dropped', async () => {
  openSession(session);
  await runEarly('/billing');
  selectAccount(ana.accounts[1]?.account_id ?? '');
  expect(window.earlyRequests).toBeUndefined();
});

test('[LOGIN-7] a refused token ends the session once, and sign-in leads back', async () => {
  for (const call of calls) server.answer(call, problemAnswer(401, 'session.ended'));
  // A separate token: a late refusal ends no other test's session.
  openSession(sessionOf(ana, { accessToken: 'refused' }));
  await runEarly('/billing?page=2');
  const { router } = await openPortal({ path: '/billing?page=2' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toEqual({ returnTo: '/billing?page=2', ended: '1' });
  await screen.findByText('Your session ended. Sign in again to continue where you left off.');
  expect(asked()).toEqual([1, 1]);
});

test('[SHELL-8] a lost request of the early script is made again', async () => {
  let count = 0;
  server.answer(calls[0] ?? '', () =>
    count++ === 0 ? { isLost: true } : problemAnswer(404, 'request.not-found'),
  );
  openSession(session);
  await runEarly('/billing');
  await openPortal({ path: '/billing' });
  await waitFor(() => expect(count).toBe(2));
});
