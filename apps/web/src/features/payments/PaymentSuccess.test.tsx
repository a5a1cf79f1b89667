import type { Language } from '@myaccount/contract/languages';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PaymentSuccessPage } from '../../app/pages/payments/PaymentSuccessPage.tsx';
import { FakeServer, problemAnswer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, bankAccount, madePayment } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { keepPaymentDetails } from './payment-details.ts';

let server: FakeServer;
let page: Awaited<ReturnType<typeof renderPage>> | undefined;

beforeEach(async () => {
  localStorage.clear();
  server = new FakeServer();
  await server.start();
  answerForAccount(server);
});

afterEach(async () => {
  await server.stop();
});

const receipt = {
  ...madePayment(),
  occurred_at: '2099-11-20T15:00:00Z',
  account_num: accountNumber,
  emailed_to: 'ana@example.com',
  applied_to: [{ invoice_num: 'INV-1', amount: 80 }],
  credit: 4.99,
};

async function openSuccess(language: Language = 'en') {
  page = await renderPage(<PaymentSuccessPage />, { at: '/billing/payment-success', language });
}

function keepDetails() {
  keepPaymentDetails({
    paymentId: 'p-1',
    date: '2099-11-20',
    amount: 84.99,
    paymentMethod: 'Credit Card …4242',
  });
}

test('[PAY-4] shows the receipt of the server, not only what the browser remembers', async () => {
  keepDetails();
  server.answer('GET /payments/receipt', { body: receipt });
  await openSuccess();
  await screen.findByText('Paid');
  for (const text of ['$84.99', 'Example Fiber, account 100200300', 'Nov 20, 2099', 'p-1', '7000000001']) {
    screen.getByText(text);
  }
  screen.getByText(/Bill INV-1/);
  expect(server.requestsOf('GET /payments/receipt')[0]?.query.get('id')).toBe('p-1');
});

test.each([
  ['en', 'Balance from before your first bill: $50.00', 'Bill INV-1: $34.99'],
  ['es', 'Saldo anterior a su primera factura: $50.00', 'Factura INV-1: $34.99'],
] as const)(
  '[PAY-4] a part for the debt the account came with says so, in %s',
  async (language, ...parts) => {
    keepDetails();
    const applied_to = [
      { invoice_num: null, amount: 50 },
      { invoice_num: 'INV-1', amount: 34.99 },
    ];
    server.answer('GET /payments/receipt', { body: { ...receipt, applied_to, credit: 0 } });
    await openSuccess(language);
    const facts = await screen.findAllByText(language === 'en' ? 'For' : 'Por', { selector: 'dt' });
    expect(facts.map((fact) => fact.nextElementSibling?.textContent)).toEqual(parts);
  },
);

test('[PAY-4] a bank debit is on its way, never paid', async () => {
  keepDetails();
  server.answer('GET /payments/receipt', {
    body: { ...receipt, status: 'PENDING', payment_method: bankAccount() },
  });
  await openSuccess();
  await screen.findByText('On its way');
  screen.getByText(/usually 3 to 5 days/);
  expect(screen.queryByText('Paid')).toBeNull();
});

test('[PAY-4] a payment that did not go through in the end says so and leads back to pay', async () => {
  keepDetails();
  server.answer('GET /payments/receipt', {
    body: { ...receipt, status: 'PROCESSING_ERROR', applied_to: [] },
  });
  await openSuccess();
  await screen.findByText('Not paid');
  expect(screen.getByRole('link', { name: 'Go to payments' }).getAttribute('href')).toBe('/payments');
});

test('[PAY-4] what the server cannot confirm now is marked as the browser’s memory', async () => {
  keepDetails();
  server.answer('GET /payments/receipt', problemAnswer(400, 'request.invalid'));
  await openSuccess();
  await screen.findByText('Not confirmed yet');
  screen.getByText('$84.99');
  screen.getByText('Credit Card …4242');
});

test('[PAY-4] a payment of somebody else is not shown from memory', async () => {
  keepDetails();
  server.answer('GET /payments/receipt', problemAnswer(404, 'request.not-found'));
  await openSuccess();
  await screen.findByText('We cannot find this payment');
  expect(screen.queryByText('$84.99')).toBeNull();
});

test.each([undefined, '', '{', '{"amount":1}'])(
  '[PAY-4] opened with %s in memory, it leads back to payments',
  async (text) => {
    if (text !== undefined) localStorage.setItem('payment-details', text);
    await openSuccess();
    expect(page?.path()).toBe('/payments');
  },
);
