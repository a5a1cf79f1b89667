import type { PaymentRow } from '@myaccount/contract/payments';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, card, madePayment } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

const server = startFakeServer(answerForAccount);

function payment(id: string, over: Partial<PaymentRow>): PaymentRow {
  const row = { id, occurred_on: '2024-01-05', trasaction_id: `t-${id}`, use_recurring_payment: false };
  return { ...madePayment(), ...row, ...over };
}

async function openHistory(body: object) {
  server.answer('GET /payments', { body });
  await renderPage(<PaymentHistory page={1} onPage={vi.fn()} />, { at: '/payments' });
}

test('[PAYMENTS-3] [PAYMENTS-4] each payment tells date, amount, method, references, whether it recurs, and its state', async () => {
  const failed = (code: 'insufficient-funds' | 'declined') =>
    ({ status: 'PROCESSING_ERROR', failure: { code } }) as const;
  const pending = { status: 'PENDING', trasaction_id: null } as const;
  const result = [
    payment('1', { use_recurring_payment: true }),
    payment('2', { ...failed('insufficient-funds'), payment_method: bankAccount() }),
    payment('3', failed('declined')),
    payment('4', { ...pending, payment_method: bankAccount() }),
    payment('5', { ...pending, payment_method: card({ card_type: 'OTHER' }) }),
    payment('6', { refunded: 20 }),
  ];
  await openHistory({ totalCount: 6, totalPages: 1, result });
  await screen.findByRole('table', { name: 'Payment history' });
  const [, ...rows] = screen.getAllByRole('row');
  const texts = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  const receipt = 'Receipt';
  const reason = 'There is not enough money for this payment.';
  expect(texts).toEqual(
    [
      ['Credit Card …4242', '7K3M-Q9TXt-1', 'Yes', 'COMPLETED', receipt],
      ['Bank Account …6789', '7K3M-Q9TXt-2', 'No', `ERROR${reason}`, 'Details'],
      ['Credit Card …4242', '7K3M-Q9TXt-3', 'No', 'ERRORDeclined by your bank', 'Details'],
      ['Bank Account …6789', '7K3M-Q9TX', 'No', 'PENDINGNormal for a bank account: 3 to 5 days', receipt],
      ['Payment', '7K3M-Q9TX', 'No', 'PENDINGNormal for a bank account: 3 to 5 days', receipt],
      ['Credit Card …4242', '7K3M-Q9TXt-6', 'No', 'COMPLETED$20.00 refunded', receipt],
    ].map((cells) => ['Jan 05, 2024', '$84.99', ...cells]),
  );
  const tones = screen
    .getAllByText(/^(COMPLETED|ERROR|PENDING)$/)
    .map((words) => words.parentElement?.dataset.tone);
  expect(tones).toEqual(['good', 'bad', 'bad', 'bad', 'bad', 'good']);
  expect(screen.getAllByRole('table')[0]?.querySelectorAll('[data-tone] svg')).toHaveLength(6);
});

test('[PAY-8] each payment opens its receipt', async () => {
  await openHistory({ totalCount: 1, totalPages: 1, result: [payment('p 1', {})] });
  const link = await screen.findByRole('link', { name: /^Receipt: \$84\.99, Jan\s05,\s2024$/ });
  expect(link.getAttribute('href')).toBe('/payments/receipts/p%201');
});
