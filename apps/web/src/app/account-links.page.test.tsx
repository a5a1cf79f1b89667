import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '../api/session.ts';
import { listedAccountOf } from '../testing/account-info.ts';
import { detailOf, samuel } from '../testing/balances.ts';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { billing, receiptOf, saved } from '../testing/page-data.ts';
import { user } from '../testing/user.ts';
import { paths } from './paths.ts';

// Ana's first account is selected. What a link or a page is about is on her second one.

const [first, second] = ['1000234567', '1000234599'] as const;
const server = startFakeServer((fake) => {
  answerAccounts(fake);
  fake.answer('GET /accounts', { body: [first, second].map((number) => listedAccountOf(number)) });
  fake.answer('GET /billing/gtv/billing-account/refresh', { body: billing() });
  fake.answer('GET /payments/recurring-payments', { body: [saved('m-1')] });
  fake.answer('GET /payments/planned', { body: [] });
  fake.answer('GET /payments/receipt', { body: receiptOf({ account_num: second }) });
  fake.answer('GET /invoices/single', {
    body: samuel()
      .bills.slice(0, 1)
      .map((bill) => ({ ...detailOf(bill), billing_account: { external_account_num: second } })),
  });
});
const session = sessionOf(ana);
/** Waits for the message first, which goes away by itself. */
async function expectSelected(): Promise<void> {
  await screen.findByText(`Now viewing account ${second}.`);
  await screen.findByRole('button', { name: `Account ${second}` });
}

/** The pages that mails and documents lead to (`mails.test.ts` of the server). */
const linked = [
  '/billing',
  '/billing/make-payment',
  '/billing/manage-payment-methods',
  '/billing/invoices/i-9',
  '/payments',
  '/payments?make-payment',
  '/payments/receipts/p-9',
];
const withAccount = (path: string, id: string) => `${path}${path.includes('?') ? '&' : '?'}account=${id}`;

test.each(linked)('[SHELL-15] a link to %s selects its account, and says so', async (path) => {
  const { router } = await openPortal({ path: withAccount(path, `id-${second}`), session });
  await expectSelected();
  expect(router.latestLocation.href).toBe(path.replace('?make-payment', '?make-payment='));
  expect(server.requestsOf('GET /customer/info').map(({ query }) => query.get('AccountNumber'))).toEqual([
    second,
  ]);
});

test('[SHELL-8, SHELL-15] a page that loads ahead of a press calls and selects nothing', async () => {
  const { router } = await openPortal({ path: '/payments', session });
  await screen.findByRole('heading', { level: 1, name: 'Payments' });
  const { length } = server.seen;
  await router.preloadRoute({ to: paths.paymentReceipt, params: { paymentId: 'p-9' } });
  expect(server.seen).toHaveLength(length);
  await screen.findByRole('button', { name: `Account ${first}` });
  expect(screen.queryByText(/Now viewing/)).toBeNull();
});

test('[SHELL-15] a page about an account that was linked after the sign-in selects none', async () => {
  server.answer('GET /payments/receipt', { body: receiptOf({ account_num: '1000299999' }) });
  await openPortal({ path: '/payments/receipts/p-9', session });
  await screen.findByRole('button', { name: `Account ${first}` });
  expect(screen.queryByText(/Now viewing/)).toBeNull();
});

test('[SHELL-15] a link to the account that is selected says nothing', async () => {
  await openPortal({ path: withAccount('/payments', `id-${first}`), session });
  await screen.findByRole('button', { name: `Account ${first}` });
  expect(screen.queryByText(/Now viewing/)).toBeNull();
});

test.each(['/billing/invoices/i-9', '/payments/receipts/p-9', '/billing/payment-success'])(
  '[SHELL-15] %s acts on its own account, whichever was selected',
  async (path) => {
    const details = { paymentId: 'p-9', date: '2099-11-20', amount: 84.99, paymentMethod: 'Card' };
    await openPortal({ path, session, localStorage: { 'payment-details': JSON.stringify(details) } });
    await expectSelected();
  },
);

test('[SHELL-15] a link to an account of somebody else says which sign-in it needs, and leads there', async () => {
  await openPortal({ path: '/payments?account=id-other', session });
  await screen.findByRole('heading', { level: 1, name: 'This link is for another sign-in' });
  screen.getByText(/ana@example\.com/);
  await user.click(screen.getByRole('button', { name: 'Use another email address' }));
  await waitFor(() => expect(server.requestsOf('GET /login/otp/logout')).toHaveLength(1));
  expect(currentSession()).toBeUndefined();
});

test('[SHELL-15] a link to an account that was linked after the sign-in asks for another one', async () => {
  server.answer('GET /accounts', { body: [first, 'linked-later'].map((number) => listedAccountOf(number)) });
  await openPortal({ path: '/payments?account=id-linked-later', session });
  await screen.findByRole('heading', { level: 1, name: 'This link is for another sign-in' });
});

test('[SHELL-15] a link that is opened signed out keeps its account through sign-in', async () => {
  const { router } = await openPortal({ path: withAccount('/payments', `id-${second}`) });
  await screen.findByRole('textbox', { name: 'Email address' });
  expect(router.latestLocation.pathname).toBe(paths.login);
  expect(router.latestLocation.search).toMatchObject({ returnTo: `/payments?account=id-${second}` });
});

test('[SHELL-15] the payment form says that the bill of its address is not open', async () => {
  await openPortal({ path: '/billing/make-payment?bill=i-other', session });
  await screen.findByText(/is not open on this account/);
});
