import type { BillingRefresh } from '@myaccount/contract/home';
import type { Receipt } from '@myaccount/contract/payments';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, receiptOf } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ReceiptScreen } from './ReceiptScreen.tsx';

const refresh = 'GET /billing/gtv/billing-account/refresh';
const server = startFakeServer(answerForAccount);

const details = { paymentId: 'p-1', date: '2099-11-20', amount: 84.99, paymentMethod: 'Credit Card …4242' };

async function open(balance: BillingRefresh, over: Partial<Receipt> = {}, isJustMade = true) {
  server.answer(refresh, { body: balance });
  server.answer('GET /payments/receipt', { body: receiptOf({ use_recurring_payment: true, ...over }) });
  const screenOf = <ReceiptScreen paymentId="p-1" {...(isJustMade && { details })} />;
  await renderPage(screenOf, { at: '/billing/payment-success' });
  await screen.findByRole('heading', { level: 1, name: /(\$84\.99|failed)$/ });
}

const on = billing({ balance: 0, amountDue: 0, isAutoPayEnabled: true });

test('[PAY-2] the answer says that autopay is on, and what it will do', async () => {
  await open(on);
  await screen.findByText('Autopay is on');
  await screen.findByText(/On each due date your open balance is charged to/);
  expect(screen.queryByText('Autopay is not on')).toBeNull();
});

test('[PAY-2] the page asks until autopay is on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open(billing());
  await screen.findByText('Checking autopay');
  server.answer(refresh, { body: on });
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText('Autopay is on');
});

test('[PAY-2] a payment without autopay is reported with the way out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open(billing());
  await screen.findByText('Checking autopay');
  await vi.advanceTimersByTimeAsync(30_000);
  await screen.findByText('Autopay is not on');
  screen.getByText(/You do not have to pay again/);
  expect(screen.getByRole('link', { name: 'Turn on autopay' }).getAttribute('href')).toContain('/payments');
});

test('[PAY-2] while the payment is being confirmed, autopay waits for it', async () => {
  await open(billing(), { status: 'PENDING' });
  await screen.findByText('Autopay is not on yet');
  screen.getByText('It turns on by itself once the payment is confirmed.');
});

test('[PAY-2] after a payment that failed, autopay was not turned on', async () => {
  await open(billing(), { status: 'PROCESSING_ERROR', failure: { code: 'never-charged' } });
  await screen.findByText('The payment was not made, so autopay was not turned on.');
});

test.each([
  ['one-time payment', { use_recurring_payment: false }, true],
  ['receipt of the history', {}, false],
])('[PAY-2] a %s says nothing of autopay', async (_what, over, isJustMade) => {
  await open(on, over, isJustMade);
  expect(screen.queryByText(/autopay/i)).toBeNull();
});
