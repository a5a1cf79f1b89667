import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { billing, refresh } from '../testing/page-data.ts';
import { renderPage } from '../testing/render-page.tsx';
import { UnexpectedError } from './UnexpectedError.tsx';

const server = startFakeServer(answerAccounts);

const session = sessionOf(ana);
const phone = () => within(screen.getByRole('main')).getByRole('link', { name: '(555) 010-0199' });

test('[FAILURE-1, SHELL-10] a page that breaks says what it means, whom to call, and what the log knows it by', async () => {
  server.answer('GET /invoices/all', { body: { nothing: 'that the page expects' } });
  server.answer('POST /logger/log', { status: 202, body: { status: 202 } });
  await openPortal({ path: '/billing', session });
  await screen.findByRole('heading', { level: 1, name: 'Something went wrong' });
  screen.getByText(/Your bills and payments are safe/);
  phone();
  screen.getByRole('button', { name: 'Try Again' });
  await waitFor(() => expect(server.requestsOf('POST /logger/log')).toHaveLength(1));
  const [report] = server.requestsOf('POST /logger/log');
  expect(report?.body).toEqual({ accountNumber: '1000234567', action: 'page failed', error: 'TypeError' });
  screen.getByText(String(report?.headers['x-correlation-id']).slice(0, 8));
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByRole('heading', { level: 1, name: 'Payments' });
});

test('[FAILURE-1, SHELL-10] the failure of a call has the reference of that call, and is in the log already', async () => {
  await renderPage(<UnexpectedError error={new ApiProblem(500, { correlationId: 'of-the-call' })} />);
  screen.getByText('of-the-c');
  await fetch('/later');
  expect(server.requestsOf('POST /logger/log')).toEqual([]);
});

test('[FAILURE-1, SHELL-8] an account that does not load: logo, meaning, reference', async () => {
  server.answer('GET /customer/info', problemAnswer(404, 'request.not-found'));
  await openPortal({ path: '/payments', session });
  await screen.findByRole('heading', { name: "We're sorry, we've hit a glitch on our side" });
  within(screen.getByRole('banner')).getByText('Example Fiber');
  screen.getByText(/Your account and your payments are safe/);
  screen.getByText('test-cor');
  screen.getByText('If you use autopay, your bill will still be paid on its due date.');
  screen.getByRole('button', { name: 'Sign Out' });
  screen.getByRole('button', { name: 'Try Again' });
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
  phone();
});

test('[FAILURE-1, SHELL-13] an unknown path keeps the header for who is signed in', async () => {
  await openPortal({ path: '/nope', session });
  await screen.findByRole('heading', { level: 1, name: 'We can’t find that page' });
  screen.getByRole('navigation', { name: 'Menu' });
  screen.getByRole('button', { name: 'Account 1000234567' });
  screen.getByText('Your account and your payments are not affected.');
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  phone();
});

test('[FAILURE-1, SHELL-13] an unknown path shows the logo to strangers, and no account', async () => {
  await openPortal({ path: '/nope' });
  await screen.findByRole('heading', { level: 1, name: 'We can’t find that page' });
  within(screen.getByRole('banner')).getByText('Example Fiber');
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
  expect(server.seen).toEqual([]);
});

const methods = 'GET /payments/recurring-payments';

test.each([
  ['/', refresh, 'We could not load your balance. Your bills and payments are safe.'],
  ['/billing', refresh, 'We could not load your bill summary. Your account is not affected.'],
  ['/payments', refresh, 'We could not load your balance, so no payment can be made right now.'],
  ['/payments', methods, 'Cannot load your payment methods at the moment, please try again.'],
])('[FAILURE-1, METHODS-1] on %s: a failed %s is asked again by a press only', async (path, call, text) => {
  const nothing = { body: { totalCount: 0, totalPages: 0, result: [] } };
  server.answer(refresh, { body: billing() });
  server.answer('GET /invoices/all', nothing);
  server.answer('GET /payments', nothing);
  server.answer(methods, { body: [] });
  server.answer(call, problemAnswer(404, 'request.not-found'));
  await openPortal({ path, session });
  await screen.findByText(text);
  await screen.findByText('No information available on your account.');
  screen.getByText(text);
  expect(server.requestsOf(call)).toHaveLength(1);
  fireEvent.click(screen.getAllByRole('button', { name: 'Try Again' })[0]!);
  await waitFor(() => expect(server.requestsOf(call)).toHaveLength(2));
});
