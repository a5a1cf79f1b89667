import type { accounts } from '@myaccount/contract/accounts';
import { type FlagName, type Flags, flagDefaults } from '@myaccount/contract/flags';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { accountDetailsQuery } from '../features/accounts/accounts.queries.ts';
import { HeroBanner } from '../features/hero-discount/HeroBanner.tsx';
import { AddMethod } from '../features/payment-methods/AddMethod.tsx';
import { PaymentScreen } from '../features/payments/PaymentScreen.tsx';
import { ana, answerAccounts, sessionOf } from '../testing/customers.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { accountNumber, answerForAccount, billing, saved } from '../testing/page-data.ts';
import { renderPage } from '../testing/render-page.tsx';
import { changeConfig } from '../testing/web-config.ts';

const server = startFakeServer();
beforeEach(() => {
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
  server.answer('GET /customer/account/details', {
    body: {
      achEnabled: true,
      DiscountsList: [
        { DiscountType: 'Hero Discount', IsDiscountApplied: 'false', IsEligible: 'true', EligibleDate: null },
      ],
    },
  });
});

/** Opens the whole portal with a flag, and returns whether something shows in its frame. */
async function showsInPortal(flags: Partial<Flags>, find: () => unknown, path = '/payments') {
  answerAccounts(server);
  await openPortal({ path, session: sessionOf(ana), config: { flags } });
  await screen.findByRole('contentinfo');
  return find() !== null;
}

/** Renders one part of a page with a flag. */
async function show(part: ReactElement, flags: Partial<Flags>): Promise<void> {
  answerForAccount(server);
  changeConfig({ flags });
  await renderPage(part);
}

/** The page is the same with it on and off: the server alone decides who sends the codes. */
type ServerFlag = 'customLoginFlow';

/** What each flag switches, seen in the browser: true when it shows. A new flag needs a line here. */
const effects: Record<Exclude<FlagName, ServerFlag>, (isOn: boolean) => Promise<boolean>> = {
  heroDiscount: async (heroDiscount) => {
    await show(<HeroBanner />, { heroDiscount });
    await act(async () => {
      await queryClient.fetchQuery(accountDetailsQuery(accountNumber));
      await new Promise((resolve) => setTimeout(resolve));
    });
    return screen.queryByRole('region', { name: /Hero Discount/ }) !== null;
  },
  languageDropdown: (languageDropdown) =>
    showsInPortal({ languageDropdown }, () => screen.queryByRole('button', { name: 'Español' })),
  billingRefresh: async (billingRefresh) => {
    await showsInPortal({ billingRefresh }, () => null, '/');
    const titles = /^(?:Billing and payments|Home)$/;
    const title = await screen.findByRole('heading', { level: 1, name: titles });
    return title.textContent === 'Billing and payments';
  },
  menuBillingRefresh: (menuBillingRefresh) =>
    showsInPortal({ menuBillingRefresh }, () => screen.queryByRole('link', { name: 'Billing Refresh' })),
  menuMetrics: async (menuMetrics) => {
    await showsInPortal({ menuMetrics }, () => null);
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    return screen.queryByRole('menuitem', { name: 'Metrics' }) !== null;
  },
  mobileLoginBanner: (mobileLoginBanner) =>
    showsInPortal({ mobileLoginBanner }, () =>
      screen.queryByRole('complementary', { name: 'Mobile service' }),
    ),
  downtimeBanner: (downtimeBanner) =>
    showsInPortal({ downtimeBanner }, () => screen.queryByRole('complementary', { name: 'Service notice' })),
  requestTimeoutEnabled: async (requestTimeoutEnabled) => {
    let answer: () => void = () => undefined;
    server.answer('GET /accounts', () => new Promise((resolve) => (answer = () => resolve({ body: [] }))));
    changeConfig({ limits: { requestTimeoutMs: 50 }, flags: { requestTimeoutEnabled } });
    const ended = call<typeof accounts>('GET /accounts').then(
      () => false,
      () => true,
    );
    setTimeout(() => answer(), 500);
    return await ended;
  },
  recurringPayments: async (recurringPayments) => {
    server.answer('GET /billing/gtv/billing-account/refresh', { body: billing() });
    await show(<PaymentScreen />, { recurringPayments });
    await screen.findByRole('form');
    return screen.queryByText('How often?') !== null;
  },
  cardProcessorPayments: async (cardProcessorPayments) => {
    HTMLFormElement.prototype.submit = () => undefined;
    server.answer('POST /logger/log', { status: 202, body: { status: 202 } });
    server.answer('GET /payments/chase/uid', { body: { uid: 'UID-1' } });
    server.answer('POST /hash/transafe/frame', { body: { hash: 'abc', fields: [] } });
    await show(<AddMethod onAdded={() => undefined} onCancel={() => undefined} />, { cardProcessorPayments });
    const calls = () => server.seen.map((request) => request.call);
    await waitFor(() => expect(calls().some((name) => /uid|hash/.test(name))).toBe(true));
    return calls().includes('GET /payments/chase/uid');
  },
};

test('[CONFIG-1] every flag is tried both ways', () => {
  const { customLoginFlow: _, ...shown } = flagDefaults;
  expect(Object.keys(effects).sort()).toEqual(Object.keys(shown).sort());
});

const cases = Object.entries(effects).flatMap(([name, effect]) =>
  [true, false].map((isOn) => [name, isOn, effect] as const),
);

test.each(cases)('[CONFIG-1] the flag %s, set to %s, switches what it names', async (_name, isOn, effect) => {
  expect(await effect(isOn)).toBe(isOn);
});
