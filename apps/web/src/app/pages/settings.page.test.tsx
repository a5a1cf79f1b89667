import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { accountOf, ana, answerAccounts, sessionOf } from '../../testing/customers.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { retype, user } from '../../testing/user.ts';
import { wholeText } from '../../testing/whole-text.ts';

const server = startFakeServer(answerAccounts);

beforeEach(() => {
  server.answer('GET /customer/info', ({ query }) => {
    const base = accountOf(query.get('AccountNumber') ?? '');
    const customer = { ...base.customer, PIN: '4071' };
    return { body: { ...base, customer, customerAddress: [addressOf('Service'), addressOf('Billing')] } };
  });
  server.answer('GET /accounts', { body: [] });
});

const open = (path: string, width?: number) =>
  openPortal({ path, session: sessionOf(ana), ...(width && { width }) });
const location = (router: Awaited<ReturnType<typeof open>>['router']) => {
  const { pathname, search } = router.state.location;
  return { pathname, search };
};
const editPhone = async () => {
  await user.click(await screen.findByRole('button', { name: 'Edit contact information' }));
  await retype(screen.getByRole('textbox', { name: 'Phone number' }), '5550100188');
};
const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value;
const answer = async (name: string) => {
  await screen.findByRole('alertdialog', { name: 'Unsaved Changes' });
  await user.click(screen.getByRole('button', { name }));
};
const stay = async () => {
  await answer('No, go back');
  expect(typed()).toBe('5550100188');
};
const leave = () => answer('Yes, leave page');

test('[PROFILE-1] the profile has a card for account, contact, and communication', async () => {
  await open('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Account Preferences' });
  const card = (name: string) => within(screen.getByRole('region', { name }));
  for (const fact of ['Ana Núñez', '1000234567', 'Active', 'Fiber 1 Gig', '118 Orchard Lane'])
    await card('Account information').findByText(fact);
  expect(card('Account information').getByText('Active').parentElement?.dataset.tone).toBe('good');
  for (const fact of ['ana@example.com', '(555) 010-0123'])
    card('Contact information').getByText(wholeText(fact));
  card('Contact information').getByRole('button', { name: 'Show PIN' });
  card('Communication preferences').getByRole('group', { name: 'Notices about your account' });
  card('Communication preferences').getByRole('group', { name: 'Paperless billing' });
  expect(document.title).toBe('Account Profile · Example Fiber');
});

test('[PROFILE-1] a business is shown by its name', async () => {
  const business = { accountType: 'BUSINESS', Business: { BusinessName: 'Harbor Street Bakery' } } as const;
  server.answer('GET /customer/info', ({ query }) => ({
    body: accountOf(query.get('AccountNumber') ?? '', business),
  }));
  await open('/profile');
  await screen.findByText('Business name');
  screen.getByText('Harbor Street Bakery');
  expect(screen.queryByText('Ana Núñez')).toBeNull();
});

test.each([
  ['/settings', 'Account', 'Service details', []],
  ['/settings?tab=personal', 'Personal', 'Billing address', []],
  [
    '/settings?tab=notifications',
    'Notifications',
    'Communication preferences',
    ['Notices about your account', 'Paperless billing'],
  ],
  ['/settings?tab=security', 'Security', 'Account PIN', ['Account PIN']],
  ['/settings?tab=nothing', 'Account', 'Service details', []],
])('[SETTINGS-1] %s opens the tab %s with “%s”, and shows %j once', async (path, tab, card, once) => {
  await open(path);
  const selected = await screen.findByRole('tab', { name: tab, selected: true });
  expect(selected.getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel', { name: tab }).id);
  await screen.findByRole('region', { name: card });
  for (const words of once) {
    const named = screen.getAllByText(words);
    expect(named.filter(({ className }) => !className.includes('hidden'))).toHaveLength(1);
  }
});

test('[SETTINGS-1] the tab Account says what the service costs and when, and repeats no fact of the profile', async () => {
  await open('/settings');
  const card = within(await screen.findByRole('region', { name: 'Service details' }));
  const terms = card.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Kind of account', 'Monthly price', 'Billing period']);
  expect(card.getByText('Monthly price').parentElement?.textContent).toBe('Monthly price$79.99');
  expect(card.getByText('Billing period').parentElement?.textContent).toMatch(
    /^Billing period\w+.* – .*\d{4}$/,
  );
  expect(card.queryByText('Ana Núñez')).toBeNull();
  await user.click(card.getByRole('link', { name: /Account Profile$/ }));
  await screen.findByRole('heading', { level: 1, name: 'Account Preferences' });
});

test('[SETTINGS-1, SHELL-3] choosing a tab sets the query; the menus lead to the profile and to the settings', async () => {
  const { router } = await open('/settings');
  await user.click(await screen.findByRole('tab', { name: 'Security' }));
  await screen.findByRole('region', { name: 'Account PIN' });
  expect(location(router)).toEqual({ pathname: '/settings', search: { tab: 'security' } });
  await user.click(await screen.findByRole('link', { name: 'Account Profile' }));
  await screen.findByRole('heading', { level: 1, name: 'Account Preferences' });
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  await user.click(screen.getByRole('menuitem', { name: 'Account Settings' }));
  await screen.findByRole('heading', { level: 1, name: 'Account Settings' });
  expect(location(router).pathname).toBe('/settings');
});

test('[PIN-3] the settings menu of a desktop suggests updating the PIN, at most twice', async () => {
  await open('/settings');
  for (const views of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    await screen.findByRole('menuitem', { name: /Is your account PIN up to date/ });
    expect(document.cookie).toContain(`pin-popover=${views}`);
    await user.keyboard('{Escape}');
  }
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  screen.getByRole('menuitem', { name: 'Account Settings' });
  expect(screen.queryByRole('menuitem', { name: /PIN/ })).toBeNull();
});

test('[PIN-3] on a tablet the menu suggests nothing', async () => {
  await open('/settings', 800);
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  screen.getByRole('menuitem', { name: 'Account Settings' });
  expect(document.cookie).not.toContain('pin-popover');
});

test('[EDIT-1] Cancel asks when something was typed, and not when nothing was', async () => {
  await open('/settings?tab=personal');
  await editPhone();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await stay();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await leave();
  await screen.findByText('(555) 010-0123');
  await user.click(screen.getByRole('button', { name: 'Edit contact information' }));
  expect(typed()).toBe('5550100123');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  screen.getByText('(555) 010-0123');
});

test.each([
  ['a menu link', () => user.click(screen.getByRole('link', { name: 'Account Profile' })), '/profile'],
  ['another tab', () => user.click(screen.getByRole('tab', { name: 'Security' })), '/settings'],
  ['going back', async () => window.history.back(), '/profile'],
])('[EDIT-1] %s asks before changes are lost', async (_how, go, destination) => {
  const { router } = await open('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Account Preferences' });
  await router.navigate({ to: '/settings', search: { tab: 'personal' } });
  await editPhone();
  await go();
  await stay();
  expect(location(router)).toEqual({ pathname: '/settings', search: { tab: 'personal' } });
  expect(typed()).toBe('5550100188');
  await go();
  await leave();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Phone number' })).toBeNull());
  expect(location(router).pathname).toBe(destination);
  await router.navigate({ to: '/settings', search: { tab: 'personal' } });
  await screen.findByText('(555) 010-0123');
});

test('[EDIT-1, SHELL-6] switching the account asks before changes are lost', async () => {
  await open('/settings?tab=personal');
  await editPhone();
  const choose = async (from: string, to: string) => {
    await user.click(screen.getByRole('button', { name: `Account ${from}` }));
    await user.click(screen.getByRole('menuitemradio', { name: new RegExp(to) }));
  };
  await choose('1000234567', '1000234599');
  await stay();
  expect(sessionStorage.getItem('selected-account')).toBeNull();
  await choose('1000234567', '1000234599');
  await leave();
  await screen.findByRole('button', { name: 'Account 1000234599' });
  // Nothing is typed there.
  await choose('1000234599', '1000234567');
  await screen.findByRole('button', { name: 'Account 1000234567' });
});

test('[EDIT-1] signing out asks before changes are lost, and the browser asks before it closes', async () => {
  await open('/settings?tab=personal');
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await screen.findByRole('button', { name: 'Edit contact information' });
  expect(isWarned()).toBe(false);
  await editPhone();
  expect(isWarned()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await stay();
  expect(server.requestsOf('GET /login/otp/logout')).toEqual([]);
});

test('[LOGIN-7] when the session ends, nothing asks, and what was typed waits', async () => {
  const { router } = await open('/settings?tab=personal');
  await editPhone();
  server.answer('POST /customer/account/info', { status: 401, body: { code: 'request.unauthorized' } });
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(sessionStorage.getItem('draft:contact:1000234567')).toContain('5550100188');
});
