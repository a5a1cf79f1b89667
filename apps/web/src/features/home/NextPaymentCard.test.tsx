import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { BillingRefresh } from '@myaccount/contract/home';
import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { creditOnly, jerome, olivia, openingDebt } from '../../testing/balances.ts';
import { inTurn, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, card, refresh } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { ManagePanel } from './ManagePanel.tsx';
import { NextPaymentCard } from './NextPaymentCard.tsx';

const server = startFakeServer(answerForAccount);

interface CardOptions {
  readonly over?: Partial<BillingRefresh>;
  readonly account?: Partial<CustomerAccount>;
  readonly language?: Language;
}

async function showCards({ over = {}, account = {}, language = 'en' }: CardOptions) {
  answerForAccount(server, account);
  server.answer(refresh, { body: billing(over) });
  const cards = (
    <>
      <NextPaymentCard />
      <ManagePanel billing={billing(over)} />
    </>
  );
  await renderPage(cards, { language });
  await waitFor(() => expect(screen.queryByRole('status', { name: /Loading|Cargando/ })).toBeNull());
}

/** Autopay that will charge a card on Dec 01, 2099. */
function autopayWith(expiration_date: string): Partial<BillingRefresh> {
  const nextCharge = { date: '2099-12-01', amount: 84.99, recurring_payment_id: 'm-1' };
  const autopay = { payment_method: card({ expiration_date }), has_consent: true, problem: null };
  return { isAutoPayEnabled: true, nextCharge, autopay };
}

test('[HOME-2] with autopay on, says so and tells what it will charge', async () => {
  await showCards({ over: autopayWith('12/2099') });
  screen.getByText('Autopay is on');
  screen.getByText(
    /^Autopay will charge \$84\.99 to Credit Card …\u20604242 on Dec 01, 2099\. You do not need to do anything\.$/,
  );
  expect(screen.getByRole('switch', { name: 'Autopay', checked: true }).textContent).toBe('On');
});

test('[FOCUS-1] the focus is on the heading when the way to set up autopay goes', async () => {
  server.answer(refresh, inTurn({ body: billing() }, { body: billing({ isAutoPayEnabled: true }) }));
  let reload: () => void = () => undefined;
  function Page() {
    reload = useBillingRefresh().refetch;
    return (
      <>
        <PageTitle>Billing</PageTitle>
        <NextPaymentCard />
      </>
    );
  }
  await renderPage(<Page />);
  (await screen.findByRole('button', { name: 'Turn on autopay' })).focus();
  reload();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on autopay' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('Billing');
});

test('[HOME-2] a charge that will fail is nothing to wait for', async () => {
  await showCards({ over: autopayWith('11/2099') });
  screen.getByText('Your card expires before autopay charges it on Dec 01, 2099');
  expect(document.body.textContent).not.toContain('You do not need to do anything');
});

test.each([
  [{ balance: 0, amountDue: 0 }, ['Nothing is due', 'You are all paid up.']],
  [{ balance: -12, amountDue: 0 }, ['You have $12.00 in credit', 'It will be taken off your next bill.']],
  [
    { amountDue: 0, inFlight: 84.99 },
    ['$0.00', /^\$84\.99 is on its way\. A bank payment usually takes 3 to 5/],
  ],
  [{ amountDue: 64.99, inFlight: 20 }, [/^\$20\.00 is on its way and is already taken off this figure\./]],
  [{ balance: -12, amountDue: 0, inFlight: 20 }, [/^\$20\.00 is on its way\. A bank payment/]],
  [{ balance: 84.99, amountDue: 0, inFlight: 80, planned: 4.99 }, ['A payment of $4.99 is planned.']],
  [{ amountDue: 64.99, planned: 20 }, [/^A payment of \$20\.00 is planned and is already taken off/]],
  [{ amountDue: 0, planned: 84.99 }, ['$0.00', 'A payment of $84.99 is planned.']],
  [{ pastDue: 40, dueDate: '2020-01-05' }, ['Past due', /^\$40\.00 is past due\. Pay now/]],
  [{ pastDue: 84.99, dueDate: '2020-01-05' }, [/^All of it is past due\. Pay now/]],
])('[HOME-2] %j reads %j', async (over, texts) => {
  await showCards({ over: { dueDate: null, ...over } });
  for (const text of texts) screen.getByText(text);
});

test('[HOME-2, HOME-3, HOME-5] tells what is owed and until when, and manages autopay, paperless bills and referring', async () => {
  await showCards({ over: { isEbillEnabled: 'PAPER_EMAIL' } });
  screen.getByText('$84.99');
  screen.getByText('Pay on time to avoid a late fee.');
  screen.getByText('Dec 01, 2099');
  const link = screen.getByRole('link', { name: 'Pay $84.99' });
  expect(link.getAttribute('href')).toBe('/billing/make-payment');
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Autopay', 'Off'],
    ['Payment method', 'EditCredit Card …4242'],
    ['Billing address', 'AddNone on record'],
  ]);
  within(screen.getByRole('group', { name: 'Paperless billing' })).getByRole('radio', { name: 'Paperless' });
  screen.getByText('Your bills come by email and on paper.');
  expect(screen.getByRole('link', { name: 'Refer and earn' }).getAttribute('href')).toBe(
    'https://example.com/refer',
  );
  expect(screen.getByRole('link', { name: 'Make a Payment' }).dataset.variant).toBeUndefined();
  expect(screen.getByRole('link', { name: 'Edit payment methods' }).getAttribute('href')).toBe(
    '/billing/manage-payment-methods',
  );
});

test('[HOME-5] without a saved method, one can be added', async () => {
  await showCards({ over: { billDetails: { defaultPaymentMethod: null, billingAddress: null } } });
  const link = screen.getByRole('link', { name: 'Add payment methods' });
  expect(link.parentElement?.textContent).toBe('AddNone saved');
  expect(link.getAttribute('href')).toBe('/billing/manage-payment-methods');
});

test.each([
  [
    {},
    ['Pay $84.99', 'Edit', '(555) 010-0199', 'Refer and earn'],
    /^This account is closed\. You can still pay/,
  ],
  [{ balance: 0, amountDue: 0 }, ['Edit', '(555) 010-0199', 'Refer and earn'], 'This account is closed.'],
])('[HOME-3] a closed account with %j can do %j', async (over, names, text) => {
  await showCards({ account: { accountStatus: 'INACTIVE' }, over });
  screen.getByText(text);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(names);
});

test('[HOME-2] never pairs the sum of two bills with the due date of one; each leads to its bill', async () => {
  await showCards({ over: olivia().billing });
  const [, ...rows] = within(screen.getByRole('table', { name: 'What is open' })).getAllByRole('row');
  const days = screen.getAllByRole('time');
  expect(days.map((day) => rows.findIndex((row) => row.contains(day)))).toEqual([0, 1]);
  expect(screen.getByRole('link', { name: 'View details of bill INV-4' }).getAttribute('href')).toBe(
    '/billing/invoices/i-4',
  );
});

test('[BALANCE-1] a credit is green, in words, and without a minus', async () => {
  await showCards({ over: creditOnly().billing });
  expect(screen.getByText('You have $97.19 in credit').dataset.tone).toBe('good');
  expect(document.body.textContent).not.toContain('−');
});

test.each([
  ['a bill', jerome, 'Vencida'],
  ['the balance from before the first bill', openingDebt, 'Vencido'],
])('[BALANCE-1] in Spanish, %s is past due in its own words', async (_what, account, words) => {
  await showCards({ over: account().billing, language: 'es' });
  screen.getByText(words);
});
