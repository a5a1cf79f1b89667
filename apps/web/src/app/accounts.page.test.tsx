import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listedAccountOf } from '../testing/account-info.ts';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { user } from '../testing/user.ts';

const server = startFakeServer(answerAccounts);

const accounts = ['1000234567', '1000234599', '1000234600', '1000234601'];
const session = sessionOf({
  ...ana,
  accounts: accounts.map((account_id) => ({ account_id, customer_id: 'customer-1' })),
});
const oneAccount = sessionOf({ ...ana, accounts: ana.accounts.slice(0, 1) });

const list = [
  listedAccountOf('1000234567'),
  listedAccountOf('1000234599', { accountType: 'BUSINESS', amountDue: 0 }),
  listedAccountOf('1000234600', { accountStatus: 'INACTIVE', amountDue: 12 }),
  listedAccountOf('1000234601', { accountStatus: 'INACTIVE', amountDue: 0, serviceAddress: null }),
];
const rows = [
  '118 Orchard Lane Home 1000234567 $1,084.99 due',
  '118 Orchard Lane Business 1000234599 Nothing due',
  '118 Orchard Lane Home 1000234600 $12.00 due Closed',
  'Account 1000234601 Home Closed',
];
const textsOf = (elements: HTMLElement[]) =>
  elements.map((element) => element.textContent?.replace(/\s+/g, ' ').trim());
const choices = () => textsOf(screen.getAllByRole('menuitemradio'));

test.each([
  ['the account menu', /^Account /],
  ['“Viewing account”', /^Viewing account/],
])('[FACE-1, SHELL-4] %s shows address, kind, number, amount, and “Closed”', async (_where, name) => {
  server.answer('GET /accounts', { body: list });
  await openPortal({ path: '/payments', session });
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(choices()).toEqual(rows));
  expect(textsOf(screen.getAllByRole('menuitemradio', { checked: true }))).toEqual(rows.slice(0, 1));
});

test('[FACE-1, SHELL-5] the drawer shows the same rows, marks the selected one, and switches', async () => {
  server.answer('GET /accounts', { body: list });
  await openPortal({ path: '/payments', session, width: 390 });
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const picker = within(await screen.findByRole('region', { name: 'Your accounts' }));
  await waitFor(() => expect(textsOf(picker.getAllByRole('button'))).toEqual(rows));
  const marked = picker.getAllByRole('button').map((row) => row.getAttribute('aria-current'));
  expect(marked).toEqual(['true', null, null, null]);
  await user.click(picker.getByRole('button', { name: /Business/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByText('Account 1000234599');
});

test('[FACE-1] shows numbers when the list does not load', async () => {
  server.answer('GET /accounts', problemAnswer(404, 'request.not-found'));
  await openPortal({ path: '/payments', session });
  await user.click(await screen.findByRole('button', { name: /^Account / }));
  expect(choices()).toEqual(accounts.map((number) => `Account ${number}`));
});

test('[FACE-1, SHELL-4] a sign-in with one account asks for no list and has no picker in the drawer', async () => {
  await openPortal({ path: '/payments', session: oneAccount, width: 390 });
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  within(await screen.findByRole('dialog')).getByText('Account 1000234567');
  expect(screen.queryByRole('region', { name: 'Your accounts' })).toBeNull();
  expect(server.requestsOf('GET /accounts')).toEqual([]);
});

test('[FOCUS-1, SHELL-4, SHELL-6] a switch announces the account, shows it everywhere, and a reload keeps it', async () => {
  server.answer('GET /accounts', { body: list });
  await openPortal({ path: '/payments', session: sessionOf(ana) });
  await user.click(await screen.findByRole('button', { name: 'Account 1000234567' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Business/, checked: false }));
  within(screen.getByRole('region', { name: 'Messages' })).getByText('Now viewing account 1000234599.');
  await screen.findByRole('button', { name: 'Account 1000234599' });
  const asked = server.requestsOf('GET /customer/info').map(({ query }) => query.get('AccountNumber'));
  expect(asked).toEqual(['1000234567', '1000234599']);
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  // What is owed may have changed since.
  await waitFor(() => expect(server.requestsOf('GET /accounts')).toHaveLength(2));
  await openPortal({ path: '/payments', session: sessionOf(ana) });
  expect(await screen.findAllByRole('button', { name: 'Account 1000234599' })).not.toEqual([]);
});
