import type { PaymentRow } from '@myaccount/contract/payments';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, card } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { PaymentHistory } from './PaymentHistory.tsx';

const onPage = vi.fn();
const server = startFakeServer(answerForAccount);

beforeEach(() => {
  onPage.mockClear();
});

function payment(id: string, over: Partial<PaymentRow>): PaymentRow {
  return {
    id,
    occurred_on: '2024-01-05',
    status: 'COMPLETED',
    trasaction_id: `t-${id}`,
    use_recurring_payment: false,
    amount: 84.99,
    payment_method: card(),
    failure: null,
    reference: '7K3MQ9TX',
    ...over,
  };
}

async function openHistory(body: object) {
  server.answer('GET /payments', { body });
  await renderPage(<PaymentHistory page={1} onPage={onPage} />, { at: '/payments' });
}

test('[PAYMENTS-3] [PAYMENTS-4] each payment tells date, amount, method, references, whether it recurs, and its state', async () => {
  const result = [
    payment('1', { use_recurring_payment: true }),
    payment('2', {
      status: 'PROCESSING_ERROR',
      payment_method: bankAccount(),
      failure: { code: 'insufficient-funds' },
    }),
    payment('3', { status: 'PROCESSING_ERROR', failure: { code: 'declined' } }),
    payment('4', { status: 'PENDING', trasaction_id: null, payment_method: bankAccount() }),
    payment('5', { status: 'PENDING', trasaction_id: null, payment_method: card({ card_type: 'OTHER' }) }),
  ];
  await openHistory({ totalCount: 5, totalPages: 1, result });
  await screen.findByRole('table', { name: 'Payment history' });
  const texts = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
  const receipt = 'Receipt';
  const reason = 'There is not enough money for this payment.';
  expect(texts).toEqual(
    [
      ['Credit Card …4242', '7K3M-Q9TXt-1', 'Yes', 'COMPLETED', receipt],
      ['Bank Account …6789', '7K3M-Q9TXt-2', 'No', `ERROR${reason}`, 'Details'],
      ['Credit Card …4242', '7K3M-Q9TXt-3', 'No', 'ERRORDeclined by your bank', 'Details'],
      ['Bank Account …6789', '7K3M-Q9TX', 'No', 'PENDINGNormal for a bank account: 3 to 5 days', receipt],
      ['Payment', '7K3M-Q9TX', 'No', 'PENDINGNormal for a bank account: 3 to 5 days', receipt],
    ].map((cells) => ['Jan 05, 2024', '$84.99', ...cells]),
  );
  const tones = screen.getAllByText(/^(COMPLETED|ERROR|PENDING)$/).map((badge) => badge.dataset.tone);
  expect(tones).toEqual(['good', 'bad', 'bad', 'bad', 'bad']);
  expect(screen.getAllByRole('table')[0]?.querySelectorAll('[data-tone] svg')).toHaveLength(5);
});

test('[PAY-8] each payment opens its receipt', async () => {
  await openHistory({ totalCount: 1, totalPages: 1, result: [payment('p 1', {})] });
  const link = await screen.findByRole('link', { name: /^Receipt: \$84\.99, Jan\s05,\s2024$/ });
  expect(link.getAttribute('href')).toBe('/payments/receipts/p%201');
});

test('[PAYMENTS-3] asks for 5 a page and offers the pages by number', async () => {
  await openHistory({ totalCount: 12, totalPages: 3, result: [payment('1', {})] });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(onPage).toHaveBeenCalledWith(2);
  expect(server.requestsOf('GET /payments')[0]?.query.toString()).toBe(
    'billing_account_id=b-1&page_number=1&page_size=5',
  );
});

test('[ERROR-2] a page past the end leads to the last page and corrects the address', async () => {
  server.answer('GET /payments', { body: { totalCount: 12, totalPages: 3, result: [] } });
  await renderPage(<PaymentHistory page={99} onPage={onPage} />, { at: '/payments' });
  await waitFor(() => expect(onPage).toHaveBeenCalledWith(3, { replace: true }));
  expect(screen.queryByText('No information available on your account.')).toBeNull();
});

test('[PAYMENTS-3] without payments it says so', async () => {
  await openHistory({ totalCount: 0, totalPages: 0, result: [] });
  await screen.findByText('No information available on your account.');
  screen.getByText('Your payments will show here, each with its receipt.');
});

test('[PAYMENTS-3] when the list does not come it says so and can be retried', async () => {
  server.answer('GET /payments', problemAnswer(400, 'request.invalid'));
  await renderPage(<PaymentHistory page={1} onPage={onPage} />, { at: '/payments' });
  await screen.findByText('Error loading information, please try again later.');
  server.answer('GET /payments', { body: { totalCount: 0, totalPages: 0, result: [] } });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('No information available on your account.');
});
