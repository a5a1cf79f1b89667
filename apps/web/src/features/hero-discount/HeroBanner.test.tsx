import type { AccountDetails } from '@myaccount/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeSession, openSession } from '../../api/session.ts';
import { showSection } from '../../testing/account-form.tsx';
import { accountOf, ana, billingAccountOf, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, billing, happening, refresh } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { useAccountDetails } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { HeroBanner } from './HeroBanner.tsx';

const applyCall = 'POST /verify-pass/user/info';
const detailsCall = 'GET /customer/account/details';
const url = 'https://verify.example/auth/w?token=T';
const server = startFakeServer(answerForAccount);
let isApplied: boolean;

/** A page that knows what happens. */
function Dashboard() {
  useBillingRefresh();
  return <HeroBanner />;
}

/** The window that a press opens, as far as the page uses it. */
function fakeWindow() {
  const opened = {
    opener: window as unknown,
    closed: false,
    document: document.implementation.createHTMLDocument(''),
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  return { opened, open };
}

beforeEach(() => {
  localStorage.clear();
  isApplied = false;
  server.answer(detailsCall, () => ({ body: details() }));
  server.answer(applyCall, { body: { operation: 'success', url } });
});

function details(): Partial<AccountDetails> {
  const IsDiscountApplied = isApplied ? 'true' : 'false';
  const discount = { IsDiscountApplied, IsEligible: 'true', EligibleDate: null } as const;
  return {
    DiscountsList: [
      { ...discount, DiscountType: 'GiftCard', IsDiscountApplied: 'true' },
      { ...discount, DiscountType: 'Hero Discount' },
    ],
  };
}

/** Says when what decides has come, or did not load. */
function Decided() {
  return useAccountDetails().isPending ? null : <p>decided</p>;
}

const findApply = () => screen.findByRole('button', { name: 'Apply for the Hero Discount' });
const findLink = () => screen.findByRole('link', { name: 'Open the page that checks whether you qualify' });

async function apply() {
  const page = await renderPage(<HeroBanner />);
  await user.click(await findApply());
  return page;
}

const findWaiting = () => screen.findByText('Finish in the window that opened');

/** The service confirms, and the customer comes back. */
async function confirm(): Promise<void> {
  isApplied = true;
  await waitFor(() => {
    window.dispatchEvent(new Event('focus'));
    screen.getByText('You have the Hero Discount');
  });
}

test('[HERO-1] an offer that was hidden stays hidden for this account, also after signing out', async () => {
  const hidden = await showSection(<HeroBanner />);
  await screen.findByText('Teacher, military, veteran, or first responder?');
  screen.getByRole('region', { name: 'Hero Discount' });
  await user.click(await screen.findByRole('button', { name: 'Hide this offer' }));
  expect(screen.queryByRole('region', { name: 'Hero Discount' })).toBeNull();
  expect(document.activeElement?.tagName).toBe('H1');
  hidden.unmount();
  server.answer(refresh, { body: billing({ happenings: [happening('hero-discount')] }) });
  const asked = await renderPage(<Dashboard />);
  expect((await screen.findByRole('region', { name: 'Hero Discount' })).id).toBe('hero-discount');
  asked.unmount();
  closeSession();
  openSession(sessionOf(ana));
  await renderPage(<HeroBanner />);
  expect(screen.queryByRole('button', { name: 'Hide this offer' })).toBeNull();
  server.answer('GET /billing/gtv/account', { body: [billingAccountOf(accountNumber, { id: 'b-2' })] });
  await renderPage(<HeroBanner />);
  await findApply();
});

test.each([
  ['who has the discount', {}],
  ['whom it cannot tell, as what decides cannot be loaded', {}],
  ['a business', { accountType: 'BUSINESS' }],
  ['a closed account', { accountStatus: 'INACTIVE' }],
] as const)('[HERO-1] no banner for %s', async (whom, over) => {
  isApplied = whom === 'who has the discount';
  if (whom.startsWith('whom')) server.answer(detailsCall, problemAnswer(404, 'request.not-found'));
  answerForAccount(server, over);
  await renderPage(
    <>
      <HeroBanner />
      <Decided />
    </>,
  );
  await screen.findByText('decided');
  expect(screen.queryByRole('region', { name: 'Hero Discount' })).toBeNull();
});

test('[HERO-1] of who may not apply, nothing is asked', async () => {
  answerForAccount(server, { accountStatus: 'INACTIVE' });
  await showSection(<HeroBanner />);
  expect((await screen.findByRole('heading')).nextElementSibling?.textContent).toBe('');
  expect(server.requestsOf(detailsCall)).toEqual([]);
});

const contacts = ['contact@example.com', null];
test.each(contacts)('[HERO-1] the press opens a window, which has no way back (%s)', async (emailAddress) => {
  openSession(sessionOf(ana));
  const { customer } = accountOf(accountNumber);
  answerForAccount(server, { customer: { ...customer, emailAddress } });
  const { opened, open } = fakeWindow();
  const respond = server.hold(applyCall);
  await apply();
  expect(open).toHaveBeenCalledWith('', '_blank');
  expect(opened.opener).toBeNull();
  expect(opened.document.body.textContent).toContain('One moment');
  expect(opened.location.replace).not.toHaveBeenCalled();
  await waitFor(() => expect(server.requestsOf(applyCall)).toHaveLength(1));
  expect(await findApply()).toHaveProperty('disabled', true);
  respond({ body: { operation: 'success', url } });
  await findWaiting();
  expect(opened.location.replace).toHaveBeenCalledWith(url);
  const email = emailAddress ?? ana.email;
  expect(server.requestsOf(applyCall)[0]?.body).toEqual({ email, accountNumber });
  await confirm();
});

test('[HERO-2] the result shows when the customer comes back to the page', async () => {
  fakeWindow();
  // The page does not look again by itself.
  const { setInterval } = globalThis;
  const withoutChecks = (run: () => void, ms = 0) => setInterval(ms < 10_000 ? run : () => undefined, ms);
  vi.spyOn(globalThis, 'setInterval').mockImplementation(withoutChecks as typeof setInterval);
  await apply();
  await findWaiting();
  const before = server.requestsOf(detailsCall).length;
  await waitFor(() => {
    window.dispatchEvent(new Event('focus'));
    expect(server.requestsOf(detailsCall).length).toBeGreaterThan(before);
  });
  isApplied = true;
  // A check on its way still has the answer before.
  const notice = await waitFor(() => {
    window.dispatchEvent(new Event('focus'));
    return screen.getByText('You have the Hero Discount');
  });
  expect(document.activeElement).toBe(notice.parentElement);
  expect(screen.queryByRole('button')).toBeNull();
  const asked = server.requestsOf(detailsCall).length;
  window.dispatchEvent(new Event('focus'));
  expect(server.requestsOf(detailsCall)).toHaveLength(asked);
});

test('[HERO-2] while it waits, another page of the tab says so, and it can be started again', async () => {
  fakeWindow();
  const { unmount } = await apply();
  await findWaiting();
  unmount();
  await renderPage(<HeroBanner />);
  server.answer(
    applyCall,
    inTurn(problemAnswer(503, 'server.unavailable'), { body: { operation: 'success', url } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  await screen.findByText(/We could not reach the service/);
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await waitFor(() => expect(server.requestsOf(applyCall)).toHaveLength(3));
  await confirm();
});

test.each(['blocked', 'closed meanwhile'])('[HERO-1] a window that was %s leaves a link', async (how) => {
  const { opened, open } = fakeWindow();
  opened.closed = true;
  if (how === 'blocked') open.mockReturnValue(null);
  await apply();
  const link = await findLink();
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([url, '_blank']);
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(opened.location.replace).not.toHaveBeenCalled();
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  await findWaiting();
  await confirm();
});

test.each([
  ['no-email', 'We have no email address for this account.Add one under Account Profile'],
  ['already-applied', 'This account has the Hero Discount already.'],
])('[HERO-1] a failure says why and what to do: %s', async (reason, text) => {
  const { opened } = fakeWindow();
  server.answer(applyCall, { body: { operation: 'failure', reason } });
  await apply();
  const alert = await screen.findByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect(alert.textContent).toContain(`${text}Questions? Call (555) 010-0199.`);
  expect(opened.close).toHaveBeenCalled();
  expect(screen.queryByRole('button')).toBeNull();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([...(reason === 'no-email' ? ['/profile'] : []), 'tel:5550100199']);
});

test.each([
  ['the service is away', { body: { operation: 'failure', reason: 'service-unavailable' } }],
  ['the call fails', problemAnswer(503, 'server.unavailable')],
])('[HERO-1] when %s it can be tried again', async (_what, answer) => {
  const { opened } = fakeWindow();
  server.answer(applyCall, answer);
  await apply();
  await screen.findByText(/We could not reach the service/);
  expect(opened.close).toHaveBeenCalled();
  server.answer(applyCall, { body: { operation: 'success', url } });
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await findWaiting();
  await confirm();
});
