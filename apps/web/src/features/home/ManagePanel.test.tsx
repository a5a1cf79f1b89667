import { addDays } from '@myaccount/contract/calendar';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, billing } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { businessToday, formatDay } from '../../ui/time.ts';
import { accountDetailsQuery } from '../accounts/accounts.queries.ts';
import { ManagePanel } from './ManagePanel.tsx';

const server = startFakeServer(answerForAccount);
const daysAgo = (days: number) => addDays(businessToday(), -days);
const lastDay = (days: number) => formatDay(addDays(businessToday(), 90 - days), 'en');
const open = { IsDiscountApplied: 'false', IsEligible: 'true', EligibleDate: daysAgo(20) };

/** Shows the panel of an account with a gift card, and returns the way to the card. */
async function giftLinkOf(entry: object | null, accountStatus: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') {
  answerForAccount(server, { accountStatus });
  const DiscountsList = entry ? [{ ...entry, DiscountType: 'GiftCard' }] : [];
  server.answer('GET /customer/account/details', { body: { DiscountsList } });
  await renderPage(<ManagePanel billing={billing()} />);
  await screen.findByText('Payment method');
  await act(async () => {
    await queryClient.fetchQuery(accountDetailsQuery(accountNumber));
    await new Promise((resolve) => setTimeout(resolve));
  });
  return document.querySelector('a[href="/gift-card"]')?.textContent;
}

test.each([
  ['that can be registered', open, `Register by ${lastDay(20)}`],
  ['on its last day', { ...open, EligibleDate: daysAgo(90) }, `Register by ${lastDay(90)}`],
  ['without a last day', { ...open, EligibleDate: null }, 'Register'],
  ['that is registered', { ...open, IsDiscountApplied: 'true' }, undefined],
  ['whose time is over', { ...open, EligibleDate: daysAgo(91) }, undefined],
  ['that is none', null, undefined],
])('[GIFT-3] “Manage” leads to a gift card %s: %j', async (_what, entry, words) => {
  expect(await giftLinkOf(entry)).toBe(words);
});

test('[GIFT-3] [HOME-3] a closed account is offered no gift card, paperless billing, or refer-and-earn', async () => {
  expect(await giftLinkOf(open, 'INACTIVE')).toBeUndefined();
  expect(screen.queryByRole('group', { name: 'Paperless billing' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Refer and earn' })).toBeNull();
});
