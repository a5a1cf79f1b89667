import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { accountOf, ana, answerAccounts, billingAccountOf, sessionOf } from '../testing/customers.ts';
import { problemAnswer, startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { user } from '../testing/user.ts';

const server = startFakeServer(answerAccounts);

const session = sessionOf(ana);
const oneAccount = sessionOf({ ...ana, accounts: ana.accounts.slice(0, 1) });
const linkNames = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the frame of a signed-in page', () => {
  test('[SHELL-2, SHELL-3] header: logo, number of the chosen account, languages, signing out; the menu leads to the pages', async () => {
    await openPortal({ path: '/payments', session });
    const header = await screen.findByRole('banner');
    within(header).getByRole('link', { name: 'Example Fiber, home' });
    within(header).getByRole('button', { name: 'Account 1000234567' });
    within(header).getByRole('button', { name: 'English', pressed: true });
    await user.click(within(header).getByRole('button', { name: 'Settings' }));
    const entries = within(header)
      .getAllByRole('menuitem')
      .map((entry) => entry.textContent);
    expect(entries).toEqual(expect.arrayContaining(['Account Settings', 'Metrics', 'Sign Out']));
    const menu = within(header).getByRole('navigation', { name: 'Menu' });
    expect(linkNames(menu)).toEqual(['Home', 'Payments', 'Billing', 'Account Profile', 'Billing Refresh']);
    // It marks the open one.
    expect(within(menu).getByText('Payments').getAttribute('aria-current')).toBe('page');
    expect(within(menu).getByText('Home').getAttribute('aria-current')).toBeNull();
  });

  test('[SHELL-2] footer: the provider’s links in the reader’s language, phone, social pages', async () => {
    await openPortal({ path: '/payments', session, language: 'es' });
    const footer = await screen.findByRole('contentinfo');
    expect(linkNames(footer)).toEqual(['(555) 010-0199', 'Ayuda', 'Estado del servicio', 'Facebook']);
    expect(within(footer).getByText('(555) 010-0199').getAttribute('href')).toBe('tel:5550100199');
  });

  test('[FOCUS-1, SHELL-5, SHELL-11] on a phone a drawer holds menu, account picker, languages and signing out', async () => {
    await openPortal({ path: '/payments', session, width: 390 });
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(drawer.getAllByRole('link')).toHaveLength(7);
    const accounts = within(drawer.getByRole('region', { name: 'Your accounts' }));
    expect(accounts.getAllByRole('button')).toHaveLength(2);
    drawer.getByRole('button', { name: 'Sign Out' });
    const opener = screen.getByRole('button', { name: 'Open menu' });
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
    // It closes for a new language, which is announced behind it.
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Español' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const renamed = screen.getByRole('button', { name: 'Abrir el menú' });
    await waitFor(() => expect(document.activeElement).toBe(renamed));
  });

  test('[SHELL-7] both banners show, and the downtime banner says whom to call', async () => {
    await openPortal({
      path: '/payments',
      session,
      config: { flags: { mobileLoginBanner: true, downtimeBanner: true } },
    });
    const banner = await screen.findByRole('complementary', { name: 'Service notice' });
    expect(banner.textContent).toMatch(/call us: \(555\) 010-0199\.$/);
    screen.getByRole('complementary', { name: 'Mobile service' });
  });

  test('[FOCUS-1, SHELL-11] speaks Spanish at a press, says so, and keeps the choice', async () => {
    await openPortal({ path: '/payments', session });
    await user.click(await screen.findByRole('button', { name: 'Español' }));
    await screen.findByRole('navigation', { name: 'Menú' });
    expect(localStorage.getItem('language')).toBe('es');
    const messages = within(screen.getByRole('region', { name: 'Mensajes' }));
    messages.getByText('Esta página ahora está en español.');
  });
});

describe('several accounts', () => {
  test.each([
    ['a page that shows something of the old account', '/billing/invoices/invoice-1', '/billing'],
    ['the page number of a list', '/billing?page=3', '/billing'],
    [
      'the page number of the payments, and what they were opened for',
      '/payments?page=2&make-payment=',
      '/payments',
    ],
  ])('[SHELL-6] leaves %s', async (_what, path, href) => {
    const { router } = await openPortal({ path, session });
    await user.click(await screen.findByRole('button', { name: /^Viewing account/ }));
    await user.click(screen.getByRole('menuitemradio', { name: /1000234599/ }));
    await screen.findByRole('button', { name: 'Account 1000234599' });
    await waitFor(() => expect(router.state.location.href).toBe(href));
  });

  test('[ERROR-2] a page past the end of a list becomes the last page, also in the address', async () => {
    server.answer('GET /invoices/all', { body: { totalCount: 12, totalPages: 3, result: [] } });
    const { router } = await openPortal({ path: '/billing?page=99', session });
    await waitFor(() => expect(router.state.location.href).toBe('/billing?page=3'));
    const asked = () => server.requestsOf('GET /invoices/all').map(({ query }) => query.get('page_number'));
    await waitFor(() => expect(asked()).toEqual(['99', '3']));
    expect(router.history.canGoBack()).toBe(false);
  });

  test.each([
    [1280, session, true],
    [800, session, false],
    [1280, oneAccount, false],
  ])('[SHELL-4] “Viewing account” at %d pixels', async (width, held, isShown) => {
    await openPortal({ path: '/payments', session: held, width });
    await screen.findByRole('contentinfo');
    expect(screen.queryByRole('button', { name: /^Viewing account/ }) !== null).toBe(isShown);
  });
});

test('[SHELL-8] a spinner fills the page while the account loads', async () => {
  const respond = server.hold('GET /customer/info');
  await openPortal({ path: '/payments', session });
  await screen.findByRole('status', { name: 'Loading' });
  expect(screen.queryByRole('banner')).toBeNull();
  respond({ body: accountOf('1000234567') });
  await screen.findByRole('banner');
});

describe('links from outside', () => {
  test.each([
    ['/billing?deeplink=/payments', '/payments'],
    ['/?deeplink=/myaccount/billing?page=2', '/billing?page=2'],
    ['/billing?page=2&deeplink=//evil.example', '/billing?page=2'],
  ])('[SHELL-9] %s opens %s', async (path, page) => {
    const { router } = await openPortal({ path, session });
    await waitFor(() => expect(router.state.location.href).toBe(page));
  });

  test('[SHELL-9, LOGIN-1] are followed after signing in', async () => {
    const { router } = await openPortal({ path: '/billing?deeplink=/payments' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toEqual({ returnTo: '/billing?deeplink=%2Fpayments' });
  });
});

describe('home without the dashboard', () => {
  test.each([
    ['ACTIVE', 84.99, 'Total owed', '$84.99', ['Make a Payment', 'See your bills', 'Payments and history']],
    ['INACTIVE', -12, 'Credit', '$12.00', ['See your bills', 'Payments and history']],
  ] as const)('[HOME-1] %s, %d: name, plan, jobs', async (status, balance, term, amount, jobs) => {
    server.answer('GET /customer/info', ({ query }) => ({
      body: accountOf(query.get('AccountNumber') ?? '', { accountStatus: status }),
    }));
    server.answer('GET /billing/gtv/account', ({ query }) => ({
      body: [billingAccountOf(query.get('AccountNumber') ?? '', { balance })],
    }));
    await openPortal({ path: '/', session, config: { flags: { billingRefresh: false } } });
    await screen.findByRole('heading', { name: 'Ana Núñez' });
    await screen.findByText('Fiber 1 Gig');
    expect(screen.getByText(term).nextElementSibling?.textContent).toBe(amount);
    expect(linkNames(screen.getByRole('main'))).toEqual(jobs);
  });

  test('[HERO-1, HOME-1] offers the Hero Discount to a household, and says when the plan cannot be loaded', async () => {
    await openPortal({ path: '/', session, config: { flags: { billingRefresh: false } } });
    const banner = await screen.findByRole('region', { name: 'Hero Discount' });
    within(banner).getByRole('button', { name: 'Apply for the Hero Discount' });
    server.answer('GET /customer/account/details', problemAnswer(404, 'request.not-found'));
    await openPortal({ path: '/', session, config: { flags: { billingRefresh: false } } });
    await screen.findByText('We could not load it. Please try again later.');
  });
});
