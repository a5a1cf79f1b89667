import type { CustomerAccount } from '@myaccount/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSession } from '../../api/session.ts';
import { addressOf } from '../../testing/account-info.ts';
import { ana, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import {
  answerForAccount,
  billing,
  happening,
  invoiceRow,
  pageOf,
  refresh,
  visitUnderWay as visit,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { DashboardPage } from './DashboardPage.tsx';

const server = startFakeServer((started) => {
  answerForAccount(started);
  started.answer(refresh, { body: billing() });
});

const customerAddress = [addressOf('Service')];

test.each<[string, Partial<CustomerAccount>, string | null, string]>([
  ['the holder', { customerAddress }, 'Kim', 'Hi Ana 118 Orchard Lane'],
  ['a business', { Business: { BusinessName: 'Nair Design' } }, 'Kim', 'Hi Nair Design'],
  ['a member by the name of the sign-in', { role: 'member' }, 'Kim', 'Hi Kim'],
  ['a member without a name', { role: 'member' }, null, 'Hi'],
])('[FACE-1] greets %s', async (_who, account, given_name, text) => {
  openSession(sessionOf({ ...ana, given_name }));
  answerForAccount(server, account);
  await renderPage(<DashboardPage />);
  expect((await screen.findByText(/^Hi/)).parentElement?.textContent).toBe(text);
});

test.each([
  ['is under way is told by what happens', [happening('visit', { visit })], 0],
  ['is to come has its own line', [], 1],
] as const)('[HOME-7] a visit that %s', async (_when, happenings, count) => {
  const time = { startDate: '2099-11-28T14:00:00.000Z', endDate: '2099-11-28T16:00:00.000Z' };
  const nextVisit = { ...visit, ...time, jobStatus: 'Ready' };
  server.answer('GET /customer/account/details', { body: { nextVisit, DiscountsList: [] } });
  server.answer(refresh, { body: billing({ happenings: [...happenings] }) });
  await renderPage(<DashboardPage />);
  await screen.findByRole('region', { name: 'Manage' });
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Your visit' })).toHaveLength(count));
  expect(screen.queryAllByText('Sam is on the way.')).toHaveLength(1 - count);
});

test('[HOME-6] the address says which page of the bills shows', async () => {
  await renderPage(<DashboardPage />, { at: '/?page=2' });
  await waitFor(() => expect(server.requestsOf('GET /invoices/all')[0]?.query.get('page_number')).toBe('2'));
});

test('[HOME-1] a balance that does not load leaves the bills, and can be tried again', async () => {
  server.answer(refresh, inTurn(problemAnswer(400, 'request.invalid'), { body: billing() }));
  server.answer('GET /invoices/all', pageOf([invoiceRow()]));
  await renderPage(<DashboardPage />);
  const nextPayment = within(screen.getByRole('region', { name: 'Next payment' }));
  await nextPayment.findByText('We could not load your balance. Your bills and payments are safe.');
  await within(screen.getByRole('region', { name: 'Bills and payments' })).findByText('INV-1');
  expect(screen.queryByRole('region', { name: 'Manage' })).toBeNull();
  await user.click(nextPayment.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => nextPayment.getByRole('link', { name: 'Pay $84.99' }));
  screen.getByRole('region', { name: 'Manage' });
});

const longAgo = '2026-01-05T15:42:00.000Z';

test.each([
  ['old', longAgo],
  ['of nothing', null],
])(
  '[LIVE-3] after an answer that is %s, a new reading shows by itself, with its bills; one answer alone loads them again',
  async (_what, asOf) => {
    server.answer(refresh, { body: billing({ asOf, isReading: true }) });
    server.answer('GET /invoices/all', pageOf([invoiceRow()]));
    await renderPage(<DashboardPage />);
    const bills = within(await screen.findByRole('region', { name: 'Bills and payments' }));
    await bills.findByText('INV-1');
    expect(screen.queryAllByText(/^As of Jan/)).toHaveLength(asOf ? 1 : 0);

    // Asked again before there is a new reading: nothing changes.
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(server.requestsOf(refresh)).toHaveLength(2));
    expect(server.requestsOf('GET /invoices/all')).toHaveLength(1);

    server.answer(refresh, { body: billing({ asOf: new Date().toISOString(), amountDue: 104.46 }) });
    server.answer('GET /invoices/all', pageOf([invoiceRow({ invoice_num: 'INV-2' }), invoiceRow()]));
    window.dispatchEvent(new Event('focus'));
    await bills.findByText('INV-2');
    await screen.findByRole('link', { name: 'Pay $104.46' });
    expect(screen.queryByText(/^As of/)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.requestsOf(refresh)).toHaveLength(3);
    expect(server.requestsOf('GET /invoices/all')).toHaveLength(2);
  },
);

test('[LIVE-3] while the billing system is away the page keeps what it has, with its time', async () => {
  server.answer(refresh, { body: billing({ asOf: longAgo, isReading: true }) });
  server.answer('GET /invoices/all', pageOf([invoiceRow()]));
  await renderPage(<DashboardPage />);
  await within(screen.getByRole('region', { name: 'Bills and payments' })).findByText('INV-1');
  const greeting = (await screen.findByText(/^Hi/)).parentElement;
  expect(greeting?.textContent?.replace(/\s/g, ' ')).toContain('As of Jan 05, 2026, 10:42 AM');
});
