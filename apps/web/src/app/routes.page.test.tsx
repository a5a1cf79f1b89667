import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { paths } from './paths.ts';

const server = startFakeServer(answerAccounts);
const { login: _login, loginLink: _link, visitSuccess: _success, ...pages } = paths;
const tabs = ['personal', 'notifications', 'security'].map((tab) => `${paths.settings}?tab=${tab}`);
const addresses = [...Object.values(pages), ...tabs].map((path) => path.replace(/\$\w*/, 'id-1'));

/** Waits for a page, which its skeleton may precede. */
async function drawnPage(): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
}

/** Every call but those of the account is refused, which a part of a page says; what is asked for late is a skeleton first. */
test.each(addresses)('[SHELL-8] all that %s begins with is there when it is drawn', async (path) => {
  const late: string[] = [];
  const observer = new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent;
    const loading = screen.queryByRole('status', { name: 'Loading' });
    // Of a whole page, in a card that has no heading; the first page is a spinner without a title.
    const isPage = !title || loading?.closest('section') === null;
    if (loading && !isPage) late.push(title ?? '');
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await openPortal({ path, session: sessionOf(ana) });
  await drawnPage();
  observer.disconnect();
  expect(late).toEqual([]);
  expect(server.seen.length).toBeGreaterThan(0);
});

// Without a payment it leads to another page, once it is drawn.
const drawn = addresses.filter((path) => path !== paths.paymentSuccess);
// Calls that a page makes besides, once it is drawn.
const late = new Set(['GET /accounts']);
const asked = () =>
  server.seen
    .map(({ call }) => call)
    .filter((call) => !late.has(call))
    .sort();

test.each(drawn)(
  '[SHELL-8] %s makes its calls at once: none waits for the account’s answers',
  async (path) => {
    const { unmount } = await openPortal({ path, session: sessionOf(ana) });
    await drawnPage();
    const all = asked();
    unmount();
    server.reset();
    server.hold('GET /customer/info');
    server.hold('GET /billing/gtv/account');
    await openPortal({ path, session: sessionOf(ana) });
    await waitFor(() => expect(asked()).toEqual(all));
  },
);
