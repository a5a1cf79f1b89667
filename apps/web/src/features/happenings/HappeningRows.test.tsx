import { type Happening, type HappeningKind, happeningKinds } from '@myaccount/contract/happenings';
import type { BillingRefresh } from '@myaccount/contract/home';
import { type Language, languages } from '@myaccount/contract/languages';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import {
  accountNumber,
  answerForAccount,
  billing,
  card,
  happening,
  visitUnderWay as visit,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { HappeningRows } from './HappeningRows.tsx';

const server = startFakeServer(answerForAccount);

async function rowsOf(
  happenings: readonly Happening[],
  over: Partial<BillingRefresh> = {},
  language: Language = 'en',
) {
  const given = billing({ ...over, happenings: [...happenings] });
  await renderPage(<HappeningRows billing={given} isShown={() => true} />, { language });
  return screen
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll('\u2060', '').replaceAll(/\s/g, ' '));
}

const day = 'Nov 28, 2099';
const visa = 'Credit Card …4242';
const ofBank = { payment_method: { card_type: 'ACH', last_four: '6789' } } as const;
const nextCharge = { date: '2099-12-01', amount: 90, recurring_payment_id: 'm-1' };
const autopay = { payment_method: card({ last_four: '1111' }), has_consent: true, problem: null };
const on = { isAutoPayEnabled: true, nextCharge, autopay };
const estimated = {
  ...visit,
  shortestArrivalETA: '2099-11-28T17:10:00Z',
  longestArrivalETA: '2099-11-28T17:30:00Z',
};
const fewMoney = 'There is not enough money for this payment.';

type Case = [kind: HappeningKind, over: Partial<Happening>, text: string, account?: Partial<BillingRefresh>];
const cases: Case[] = [
  [
    'returned',
    { reason: 'insufficient-funds' },
    `Your bank returned $84.99 from ${visa}. ${fewMoney}Pay now`,
  ],
  [
    'returned',
    { reason: 'returned', retry_date: '2099-12-01', ...ofBank },
    'Your bank returned $84.99 from Bank Account …6789. Your bank did not tell us why. Autopay will charge $90.00 to Credit Card …1111 on Dec 01, 2099, unless you pay before.Pay now',
    on,
  ],
  [
    'declined',
    { reason: 'call-bank' },
    `A payment of $84.99 with ${visa} was declined. Your bank wants to speak with you first.Pay now`,
  ],
  [
    'declined',
    { reason: 'insufficient-funds', retry_date: null },
    `Autopay could not charge $84.99 to ${visa}. ${fewMoney} Autopay charges it again with your next bill. Pay it now to avoid a late fee, and choose another payment method for autopay.Pay now`,
  ],
  [
    'declined',
    { reason: 'stopped', retry_date: null },
    'You stopped autopay’s charge of $84.99. Pay it yourself to avoid a late fee. Autopay stays on, and charges what is still due with your next bill.Pay now',
  ],
  ['visit', { visit }, 'Sam is on the way.See visit'],
  ['visit', { visit: { ...visit, jobStatus: 'In Progress' } }, 'Sam is working on your service.See visit'],
  ['visit', { visit: { ...visit, techFirstName: null } }, 'Your technician is on the way.See visit'],
  ['method-expired', { date: '2099-10-31' }, `${visa} has expired.Payment methods`],
  [
    'method-expired',
    { date: '2099-10-31', charge_date: '2099-12-01' },
    `${visa} expires before autopay charges $84.99 on Dec 01, 2099.Payment methods`,
  ],
  ['on-its-way', {}, `$84.99 is on its way from ${visa}.See payments`],
  [
    'on-its-way',
    ofBank,
    '$84.99 is on its way from Bank Account …6789. It usually takes 3 to 5 days.See payments',
  ],
  ['on-its-way', { payment_method: undefined }, '$84.99 in several payments is on its way.See payments'],
  ['planned', {}, `You planned to pay $84.99 with ${visa}.Change`],
  ['late-debt', {}, `Autopay will charge $84.99 to ${visa}, with a bill that came late.See payments`],
  ['autopay', {}, `Autopay will charge $84.99 to ${visa}.See payments`],
  ['method-expires', {}, `${visa} expires.Payment methods`],
  ['email', { email_address: 'new@example.com' }, 'Last day to confirm new@example.com.Confirm'],
  ['gift-card', {}, 'Last day to register for your gift card.Register'],
  ['hero-discount', {}, 'You applied for the Hero Discount. We are checking it.See status'],
];

test.each<Case>(cases)(
  '[HOME-7] %s with %j has its day, a sentence, and one act',
  async (kind, over, text, account) => {
    const [row] = await rowsOf([happening(kind, over)], account);
    expect(row).toBe(`${over.date ? 'Oct 31, 2099' : day} ${text}`);
  },
);

test('[HOME-7] a gift card without an end has no day', async () => {
  expect(await rowsOf([happening('gift-card', { date: null })])).toEqual([
    ' You can register for your gift card.Register',
  ]);
});

test('[HOME-7, SCHEDULE-4] a technician who is on the way is told with the arrival', async () => {
  const [row] = await rowsOf([happening('visit', { visit: estimated })]);
  expect(row).toMatch(/^Nov 28, 2099 Sam is on the way and will arrive between .* and .*See visit$/);
});

test('[HOME-7, SCHEDULE-4] a visit is told as of the last minute, and one that is over asks what happens now', async () => {
  server.answer('GET /customer/account/details', {
    body: { nextVisit: { ...visit, jobStatus: 'In Progress' } },
  });
  const reload = vi.spyOn(queryClient, 'invalidateQueries');
  expect(await rowsOf([happening('visit', { visit })])).toHaveLength(1);
  await screen.findByText('Sam is working on your service.');
  expect(reload).not.toHaveBeenCalled();
  queryClient.setQueryData(['account-details', accountNumber], {});
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('[HOME-7] the visit opens by a link that is made for it', async () => {
  server.answer('POST /appointment/link', { body: { token: 'secret' } });
  await rowsOf([happening('visit', { visit })]);
  await user.click(screen.getByRole('button', { name: 'See visit' }));
  expect(server.requestsOf('POST /appointment/link')).toHaveLength(1);
});

test.each(languages)('[HOME-7] every kind and reason has words, in %s', async (language) => {
  for (const kind of happeningKinds) {
    for (const over of [{}, { reason: 'stopped' }, { reason: 'unavailable', retry_date: null }] as const) {
      if ('reason' in over && kind !== 'declined' && !(kind === 'returned' && over.reason !== 'stopped'))
        continue;
      const [row] = await rowsOf([happening(kind, over)], {}, language);
      expect(row).not.toMatch(/happenings\.|autopay\.|payments\.|\{\{/);
    }
  }
});

test('[HOME-7] where nothing happens, nothing shows', async () => {
  expect(await rowsOf([])).toEqual([]);
  expect(screen.queryByRole('list')).toBeNull();
});
