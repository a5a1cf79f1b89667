import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, plannedPayment } from '../../testing/page-data.ts';
import { press } from '../../testing/payment-form.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { PlannedPayments } from './PlannedPayments.tsx';

const cancelCall = 'POST /payments/planned/cancel';
const server = startFakeServer(answerForAccount);

/** Opens the list of these plans; the server drops what is cancelled. */
async function openList(...plans: PlannedPayment[]): Promise<HTMLElement> {
  let listed = plans;
  server.answer('GET /payments/planned', () => ({ body: listed }));
  server.answer(cancelCall, ({ body }) => {
    const { id } = body as { id: string };
    listed = listed.filter((plan) => plan.id !== id);
    return { body: { id } };
  });
  await renderPage(<PlannedPayments />);
  return await screen.findByRole('region', { name: 'Planned payments' });
}

test('[PAY-7] what is planned is listed, and cancelled after a question', async () => {
  const later = plannedPayment({ id: 'p-10', amount: 20, planned_for: '2099-11-30' });
  const list = await openList(plannedPayment(), later);
  const entries = within(list).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent?.replace(/\s/g, ' '))).toEqual([
    expect.stringContaining('$84.99 on Nov 28, 2099'),
    expect.stringContaining('$20.00 on Nov 30, 2099'),
  ]);
  await press(/^Cancel \$84\.99 on Nov\s28,\s2099$/);
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this payment?' });
  within(dialog).getByText(/^\$84\.99 will not be charged on Nov\s28,\s2099\./);
  await press('Cancel the payment');
  await screen.findByText('Planned payment canceled');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.requestsOf(cancelCall).map(({ body }) => body)).toEqual([{ id: 'p-9' }]);
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  // Everything of the account loads again.
  expect(server.requestsOf('GET /billing/gtv/account')).toHaveLength(2);
});

test('[PAY-7] keeping it sends nothing', async () => {
  await openList(plannedPayment());
  await press(/^Cancel \$84\.99/);
  await press('Keep it');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.requestsOf(cancelCall)).toEqual([]);
});

test('[PAY-7] one that was charged meanwhile says so, until another question', async () => {
  await openList(plannedPayment());
  server.answer(cancelCall, problemAnswer(409, 'payments.already-charged'));
  await press(/^Cancel \$84\.99/);
  await press('Cancel the payment');
  await screen.findByText(/This payment was already charged, so it can no longer be changed or canceled\./);
  await press('Keep it');
  await press(/^Cancel \$84\.99/);
  expect(screen.queryByText(/already charged/)).toBeNull();
});

test('[PAY-7] nothing planned shows nothing', async () => {
  await renderPage(<PlannedPayments />);
  await waitFor(() => expect(server.requestsOf('GET /payments/planned')).toHaveLength(1));
  expect(screen.queryByText('Planned payments')).toBeNull();
});

test('[PAY-7] what cannot be loaded says what it means', async () => {
  server.answer('GET /payments/planned', problemAnswer(404, 'request.not-found'));
  await renderPage(<PlannedPayments />);
  await screen.findByText('We could not load your planned payments. They are made as planned.');
});
