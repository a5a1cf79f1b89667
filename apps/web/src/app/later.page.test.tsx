import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { user } from '../testing/user.ts';

startFakeServer(answerAccounts);

const lowerPart = (name: string) => screen.queryByRole('heading', { level: 2, name });

/** Returns whether a page’s lower part was there when its title came. */
async function isWholeAtOnce(title: string, lower: string, open: () => unknown): Promise<boolean> {
  let isWhole: boolean | undefined;
  const look = () => {
    if (document.querySelector('h1')?.textContent === title) isWhole ??= lowerPart(lower) !== null;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  await open();
  await waitFor(() => expect(lowerPart(lower)).not.toBeNull());
  observer.disconnect();
  return isWhole === true;
}

test('[START-6] the lower part of a page comes after the upper one, but for the first page and one that the customer is back at', async () => {
  const payments = ['Payments', 'Payment history'] as const;
  const home = ['Billing and payments', 'Bills and payments'] as const;
  const session = sessionOf(ana);
  const press = (name: string) => async () =>
    user.click(screen.getAllByRole('link', { name })[0] as HTMLElement);
  expect(await isWholeAtOnce(...payments, () => openPortal({ path: '/payments', session }))).toBe(true);
  expect(await isWholeAtOnce(...home, press('Home'))).toBe(false);
  expect(await isWholeAtOnce(...payments, press('Payments'))).toBe(false);
  expect(await isWholeAtOnce(...home, () => window.history.back())).toBe(true);
  expect(await isWholeAtOnce(...payments, () => window.history.forward())).toBe(true);
});
