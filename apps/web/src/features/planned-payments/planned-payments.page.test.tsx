import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MakePaymentPage } from '../../app/pages/MakePaymentPage.tsx';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import {
  answerForAccount,
  bankAccount,
  billing,
  madePayment,
  openItem,
  plannedPayment,
  saved,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { businessToday } from '../../ui/business-day.ts';
import { addDays } from '../../ui/calendar-days.ts';

const makePayment = 'POST /payments/make-payment';
const cancelCall = 'POST /payments/planned/cancel';
const at = '/billing/make-payment';
const today = businessToday();
const tomorrow = addDays(today, 1);
const dueDate = addDays(today, 9);
const server = startFakeServer(answerForAccount);

beforeEach(() => {
  answerBilling({ dueDate });
  server.answer('GET /payments/recurring-payments', {
    body: [saved('m-1', { auto_payment: true }), saved('m-2', { payment_method: bankAccount() })],
  });
});

const answerBilling = (over: Parameters<typeof billing>[0]) =>
  server.answer('GET /billing/gtv/billing-account/refresh', { body: billing(over) });

async function openForm() {
  const page = await renderPage(<MakePaymentPage />, { at });
  await screen.findByRole('form');
  return page;
}

/** Chooses a day in the calendar, in the month where it is. */
async function choose(day: string): Promise<void> {
  // Without roles: names of sixty days are slow to compute.
  const [, dated] = document.querySelectorAll<HTMLElement>('[name="paymentTiming"]');
  await user.click(dated as HTMLElement);
  await waitFor(() => expect(document.querySelector('[data-day]')).toBeTruthy());
  const find = () => document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (!find()) await user.click(document.querySelector('[data-direction="next"]') as HTMLElement);
  await user.click(find() as HTMLElement);
}

test('[PAY-3] [PAY-4] a payment dated ahead says its day everywhere, and is sent with it', async () => {
  server.answer(makePayment, { body: madePayment({ status: 'PENDING', occurred_on: tomorrow }) });
  const page = await openForm();
  await choose(tomorrow);
  screen.getByText('Will be paid on');
  const [left, atMost] = [
    ...(screen.getByText('You pay').parentElement?.parentElement?.children ?? []),
  ].slice(-2);
  expect([left?.textContent, atMost?.textContent]).toEqual([
    'Nothing left to pay',
    'If you owe less that day, less is charged.',
  ]);
  await user.click(screen.getByRole('button', { name: /^Pay \$84\.99 on \w{3}\s\d\d,\s\d{4}$/ }));
  await waitFor(() => expect(page.path()).toBe('/billing/payment-success'));
  expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 84.99, payment_date: tomorrow });
});

test('[PAY-3] now is the first answer, and sends no day', async () => {
  server.answer(makePayment, { body: madePayment() });
  const page = await openForm();
  await choose(tomorrow);
  await user.click(screen.getByRole('radio', { name: 'Now' }));
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  await waitFor(() => expect(page.path()).toBe('/billing/payment-success'));
  expect(server.requestsOf(makePayment)[0]?.body).not.toHaveProperty('payment_date');
});

test('[PAY-3] without a day nothing is sent, and the field says so', async () => {
  await openForm();
  await user.click(screen.getByRole('radio', { name: /^On a day I choose/ }));
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose the day of the payment');
  expect(server.requestsOf(makePayment)).toEqual([]);
});

test('[PAY-3] a day that the server refuses stands at the field', async () => {
  const errors = [{ field: 'payment_date', code: 'too-large' }];
  server.answer(makePayment, problemAnswer(400, 'request.invalid', { errors }));
  await openForm();
  await choose(tomorrow);
  await user.click(screen.getByRole('button', { name: /^Pay \$84\.99 on/ }));
  await screen.findByText('Choose a day from today to the due date');
});

test.each([
  ['no due date', { openItems: [] }],
  ['a due date that passed', { openItems: [openItem({ due_date: '2020-01-05' })] }],
  ['the due date today', { openItems: [openItem({ due_date: today })] }],
  ['money on its way for the next one', { openItems: [openItem({ on_its_way: 84.99 })] }],
])('[PAY-3] with %s only now is possible, so nothing is asked', async (_what, over) => {
  answerBilling(over);
  await openForm();
  expect(screen.queryByRole('radio', { name: 'Now' })).toBeNull();
});

test('[CONSENT-1] the authorization of a dated debit names its day; another day takes it back', async () => {
  await openForm();
  await user.click(screen.getByRole('radio', { name: /Bank Account/ }));
  await choose(tomorrow);
  await user.click(screen.getByRole('checkbox', { name: /to debit up to \$84\.99 once .* on \w{3}\s\d\d/ }));
  await choose(addDays(today, 2));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

function answerPlans(...plans: PlannedPayment[]): void {
  let listed = plans;
  server.answer('GET /payments/planned', () => ({ body: listed }));
  server.answer(cancelCall, ({ body }) => {
    const { id } = body as { id: string };
    listed = listed.filter((plan) => plan.id !== id);
    return { body: { id } };
  });
}

test('[PAY-7] what is planned is listed, and cancelled after a question', async () => {
  answerPlans(plannedPayment(), plannedPayment({ id: 'p-10', amount: 20, planned_for: '2099-11-30' }));
  await openForm();
  const list = await screen.findByRole('region', { name: 'Planned payments' });
  const entries = within(list).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent?.replace(/\s/g, ' '))).toEqual([
    expect.stringContaining('$84.99 on Nov 28, 2099'),
    expect.stringContaining('$20.00 on Nov 30, 2099'),
  ]);
  await user.click(within(list).getByRole('button', { name: /^Cancel \$84\.99 on Nov\s28,\s2099$/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this payment?' });
  within(dialog).getByText(/^\$84\.99 will not be charged on Nov\s28,\s2099\./);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel the payment' }));
  await screen.findByText('Planned payment canceled');
  expect(server.requestsOf(cancelCall).map(({ body }) => body)).toEqual([{ id: 'p-9' }]);
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(server.requestsOf('GET /billing/gtv/billing-account/refresh')).toHaveLength(2);
});

test('[PAY-7] keeping it sends nothing', async () => {
  answerPlans(plannedPayment());
  await openForm();
  await user.click(await screen.findByRole('button', { name: /^Cancel \$84\.99/ }));
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.requestsOf(cancelCall)).toEqual([]);
});

test('[PAY-7] one that was charged meanwhile says so', async () => {
  answerPlans(plannedPayment());
  server.answer(cancelCall, problemAnswer(409, 'payments.already-charged'));
  await openForm();
  await user.click(await screen.findByRole('button', { name: /^Cancel \$84\.99/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel the payment' }));
  await screen.findByText(/This payment was already charged, so it cannot be canceled\./);
});

test('[PAY-7] nothing planned shows nothing; what cannot be loaded says what it means', async () => {
  const { unmount } = await openForm();
  expect(screen.queryByText('Planned payments')).toBeNull();
  unmount();
  server.answer('GET /payments/planned', problemAnswer(404, 'request.not-found'));
  await openForm();
  await screen.findByText('We could not load your planned payments. They are made as planned.');
});

test('[PAY-3] [PAY-6] a balance that changed since the page was shown is told before a dated payment is planned', async () => {
  server.answer(makePayment, problemAnswer(409, 'payments.balance-changed'));
  await openForm();
  await choose(tomorrow);
  answerBilling({ balance: 34.99, amountDue: 34.99, dueDate });
  await user.click(screen.getByRole('button', { name: /^Pay \$84\.99 on/ }));
  await screen.findByText('Your balance changed');
  screen.getByText(/Your balance due is now \$34\.99\. Nothing was charged/);
  screen.getByRole('button', { name: /^Pay \$34\.99 on/ });
});
