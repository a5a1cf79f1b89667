import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { paths } from './paths.ts';

const server = startFakeServer(answerAccounts);
const { login: _login, loginLink: _link, visitSuccess: _success, ...pages } = paths;
const tabs = ['personal', 'notifications', 'security'].map((tab) => `${paths.settings}?tab=${tab}`);
const addresses = [...Object.values(pages), ...tabs].map((path) => path.replace(/\$\w*/, 'id-1'));

/** Every call but those of the account is refused, which a part of a page says; what is asked for late is a skeleton first. */
test.each(addresses)('[SHELL-8] all that %s begins with is there when it is drawn', async (path) => {
  const late: string[] = [];
  const observer = new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent;
    const isDrawn = title !== undefined && title !== 'Loading';
    if (isDrawn && screen.queryByRole('status', { name: 'Loading' })) late.push(title ?? '');
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await openPortal({ path, session: sessionOf(ana) });
  await screen.findByRole('heading', { level: 1, name: /^(?!Loading$)/ });
  observer.disconnect();
  expect(late).toEqual([]);
  expect(server.seen.length).toBeGreaterThan(0);
});
