import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { BillingRefresh } from '@myaccount/contract/home';
import type { Language } from '@myaccount/contract/languages';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { olivia } from '../../testing/balances.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ManagePanel } from './ManagePanel.tsx';
import { NextPaymentCard } from './NextPaymentCard.tsx';

let server: FakeServer;
let _page: Awaited<ReturnType<typeof renderPage>> | undefined;

beforeEach(async () => {
  server = new FakeServer();
  await server.start();
});

afterEach(async () => {
  await server.stop();
});

interface CardOptions {
  readonly over?: Partial<BillingRefresh>;
  readonly account?: Partial<CustomerAccount>;
  readonly language?: Language;
}

async function showCards({ over = {}, account = {}, language = 'en' }: CardOptions) {
  answerForAccount(server, account);
  const cards = (
    <>
      <NextPaymentCard billing={billing(over)} />
      <ManagePanel billing={billing(over)} />
    </>
  );
  _page = await renderPage(cards, { language });
  await screen.findByRole('heading', { level: 2, name: /^(Next payment|Próximo pago)$/ });
}

test('[HOME-2] tells what is owed, until when, and how to avoid a late fee', async () => {
  await showCards({});
  screen.getByText('$84.99');
  screen.getByText('Nothing is set up: pay by Dec 01, 2099 to avoid a late fee.');
  const link = screen.getByRole('link', { name: 'Pay $84.99' });
  expect(link.getAttribute('href')).toBe('/billing/make-payment');
});

test('[HOME-2] with autopay on, says so and tells what it will charge', async () => {
  const nextCharge = { date: '2099-12-01', amount: 84.99, recurring_payment_id: 'm-1' };
  await showCards({ over: { isAutoPayEnabled: true, nextCharge } });
  screen.getByText('Autopay is on');
  screen.getByText(/^Autopay will charge \$84\.99 to Credit Card …4242 on Dec 01, 2099\./);
  screen.getByText('Autopay is on. $84.99 will be charged to Credit Card …4242 on Dec 01, 2099.');
});

test('[HOME-2] past due is said in words, with the way out', async () => {
  await showCards({ over: { pastDue: 40, dueDate: '2020-01-05' } });
  screen.getByText('Past due');
  screen.getByText(/^\$40\.00 is past due\. Pay now/);
});

test.each([
  [{ balance: 0, amountDue: 0 }, 'Nothing is due. You are all paid up.'],
  [{ balance: -12, amountDue: 0 }, 'You have a credit of $12.00. It will be taken off your next bill.'],
  [{ amountDue: 0, inFlight: 84.99 }, '$84.99 is on its way. Nothing else is due.'],
  [{ amountDue: 64.99, inFlight: 20 }, '$20.00 is on its way and is already taken off this figure.'],
  [{ balance: -12, amountDue: 0, inFlight: 20 }, '$20.00 is on its way.'],
  [{ balance: 84.99, amountDue: 0, inFlight: 80, planned: 4.99 }, 'A payment of $4.99 is planned.'],
  [{ amountDue: 0, planned: 84.99 }, 'A payment of $84.99 is planned. Nothing else is due.'],
])('[HOME-2] %j reads “%s”', async (over, text) => {
  await showCards({ over: { dueDate: null, ...over } });
  screen.getByText(text);
});

test('[HOME-3] manages autopay, paperless bills and referring in sentences, and leads to paying', async () => {
  await showCards({ over: { isEbillEnabled: 'PAPER_EMAIL' } });
  screen.getByText('Autopay is off. You pay each bill yourself.');
  screen.getByText('Your bills come by e-mail and on paper. Paperless billing is off.');
  expect(screen.getByRole('link', { name: 'Refer and earn' }).getAttribute('href')).toBe(
    'https://example.com/refer',
  );
  screen.getByRole('link', { name: 'Make a Payment' });
});

test('[HOME-3] a closed account is not asked to make a payment here', async () => {
  await showCards({ account: { accountStatus: 'INACTIVE' } });
  screen.getByText(/^This account is closed\./);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Go to payments',
    'Refer and earn',
  ]);
});

test.each([
  ['en', 'Nothing is set up: pay each amount by its due date to avoid a late fee.'],
  [
    'es',
    'No hay nada programado: pague cada importe antes de su vencimiento para evitar un cargo por atraso.',
  ],
] as const)(
  '[HOME-2] never pairs the sum of two bills with the due date of one, in %s',
  async (language, text) => {
    await showCards({ over: olivia().billing, language });
    screen.getByText(text);
    expect(screen.queryByText(/^(Due|Vence el)/, { selector: 'p' })).toBeNull();
  },
);

test('[HOME-2] each bill of the list leads to the bill', async () => {
  await showCards({ over: olivia().billing });
  expect(screen.getByRole('link', { name: 'Bill INV-4' }).getAttribute('href')).toBe('/billing/invoices/i-4');
});

test('[HOME-2] speaks Spanish, with the Spanish month', async () => {
  await showCards({ language: 'es' });
  screen.getByText('No hay nada programado: pague antes del dic 01, 2099 para evitar un cargo por atraso.');
});
