import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, invoiceRow } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { BillsWithPayments } from './BillsWithPayments.tsx';

const show = 'Show payments of bill INV-1';
const hide = 'Hide payments of bill INV-1';
const server = startFakeServer(answerForAccount);

beforeEach(async () => {
  server.answer('GET /invoices/all', { body: { totalCount: 1, totalPages: 1, result: [invoiceRow()] } });
  await renderPage(<BillsWithPayments page={1} onPage={() => undefined} />);
});

test('[HOME-6] a bill opens in place to the payments made to it, and shuts again', async () => {
  const detail = { payment_method: { nickname: 'Everyday card' }, occurred_on: '2024-01-05', amount: 60 };
  server.answer('GET /invoices/payments', { body: [{ payment: { id: 'p-1' }, detail }] });
  await user.click(await screen.findByRole('button', { name: show }));
  await screen.findByRole('table', { name: 'Payments made to bill INV-1' });
  for (const text of ['Everyday card', 'Jan 05, 2024', '$60.00']) screen.getByText(text);
  await user.click(screen.getByRole('button', { name: hide }));
  expect(screen.queryByText('Everyday card')).toBeNull();
});

test('[HOME-6] a bill without payments says so', async () => {
  server.answer('GET /invoices/payments', { body: [] });
  await user.click(await screen.findByRole('button', { name: show }));
  await screen.findByText('no payments found');
});

test('[HOME-6] payments that cannot be fetched hide their section, and can be retried', async () => {
  server.answer('GET /invoices/payments', inTurn(problemAnswer(400, 'request.invalid'), { body: [] }));
  const button = await screen.findByRole('button', { name: show });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(button);
  await screen.findByText('no payments found');
});
