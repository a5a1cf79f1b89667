import { addDays } from '@myaccount/contract/calendar';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { bankAccount, billing, madePayment, openItem, saved } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';
import { businessToday } from '../../ui/time.ts';

const today = businessToday();
const tomorrow = addDays(today, 1);
const dueDate = addDays(today, 9);
const server = startFakeServer(page.answerForPayment);

beforeEach(() => {
  answerBilling({ dueDate });
  const bank = saved('m-2', { payment_method: bankAccount() });
  server.answer(page.savedMethods, { body: [saved('m-1', { auto_payment: true }), bank] });
});

const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);
const answerBilling = (over: Parameters<typeof billing>[0]) =>
  server.answer(page.refresh, { body: billing(over) });

/** Chooses a day in the calendar, in the month where it is. */
async function choose(day: string): Promise<void> {
  // Without roles: names of sixty days are slow to compute.
  const dated = [...document.querySelectorAll<HTMLElement>('[name="paymentTiming"]')].at(-1);
  await user.click(dated as HTMLElement);
  await waitFor(() => expect(document.querySelector('[data-day]')).toBeTruthy());
  const find = () => document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (!find()) await user.click(document.querySelector('[data-direction="next"]') as HTMLElement);
  await user.click(find() as HTMLElement);
}

test('[PAY-3] [PAY-4] a payment dated ahead says its day everywhere, and is sent with it', async () => {
  server.answer(page.makePayment, { body: madePayment({ status: 'PENDING', occurred_on: tomorrow }) });
  await page.openAllQuestions();
  await choose(tomorrow);
  screen.getByRole('radio', { name: /^On \w{3}\s\d\d/ });
  expect(document.querySelector('[data-direction="previous"]')).toHaveProperty('disabled', false);
  const left = screen.getByText('This pays it in full');
  expect(left.nextElementSibling?.textContent).toBe('If you owe less that day, less is charged.');
  await page.press(/^Pay \$84\.99 on \w{3}\s\d\d,\s\d{4}$/);
  await page.isPaid();
  expect(sent()).toMatchObject([{ amount: 84.99, payment_date: tomorrow }]);
});

test('[PAY-3] now is the first answer, and sends no day', async () => {
  await page.openAllQuestions();
  await choose(today);
  screen.getByRole('button', { name: 'Pay $84.99 now' });
  await choose(tomorrow);
  await user.click(screen.getByRole('radio', { name: 'Now' }));
  screen.getByRole('radio', { name: /^Pick a date/ });
  await page.press('Pay $84.99 now');
  await page.isPaid();
  expect(sent()[0]).not.toHaveProperty('payment_date');
});

test('[PAY-3] without a day nothing is sent, and the field says so', async () => {
  await page.openAllQuestions();
  await user.click(screen.getByRole('radio', { name: /^Pick a date/ }));
  // “Now” would not be true.
  await page.press('Pay $84.99');
  expect(screen.getByRole('alert').textContent).toBe('Choose the day of the payment');
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Now' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[PAY-12] the due date and the next Friday are one press each, without the calendar', async () => {
  server.answer(page.makePayment, { body: madePayment({ status: 'PENDING' }) });
  await page.openAllQuestions();
  const answers = document.querySelectorAll('[name="paymentTiming"]');
  const names = [...answers].map(({ parentElement }) =>
    parentElement?.textContent?.replaceAll('\u00a0', ' '),
  );
  expect(names).toEqual([
    'Now',
    expect.stringMatching(/^Due date, \w{3} \d\d, \d{4}$/),
    expect.stringMatching(/^Friday, \w{3} \d\d, \d{4}$/),
    expect.stringMatching(/^Pick a dateAny day until the due date, \w{3} \d\d, \d{4}$/),
  ]);
  await user.click(screen.getByRole('radio', { name: /^Friday/ }));
  screen.getByRole('button', { name: /^Pay \$84\.99 on/ });
  await user.click(screen.getByRole('radio', { name: /^Due date/ }));
  expect(document.querySelector('[data-day]')).toBeNull();
  await page.press(/^Pay \$84\.99 on/);
  await page.isPaid();
  expect(sent()).toMatchObject([{ payment_date: dueDate }]);
});

test('[PAY-12] a day that is picked in the calendar leaves it open, also where it is the due date', async () => {
  const near = openItem({ due_date: dueDate });
  answerBilling({ dueDate, openItems: [near] });
  await page.openAllQuestions();
  await choose(dueDate);
  const last = screen.getAllByRole<HTMLInputElement>('radio', { name: /^On/ }).at(-1);
  expect(last?.checked).toBe(true);
  expect(document.querySelector(`[data-day="${dueDate}"]`)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Due date/ }));
  expect(document.querySelector('[data-day]')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Pick a date/ }));
  await waitFor(() => expect(document.querySelector(`[data-day="${dueDate}"]`)).toBeTruthy());
});

test('[PAY-3] a day that the server refuses is reported at the field', async () => {
  const errors = [{ field: 'payment_date', code: 'too-large' }];
  server.answer(page.makePayment, problemAnswer(400, 'request.invalid', { errors }));
  await page.openAllQuestions();
  await choose(tomorrow);
  await page.press(/^Pay \$84\.99 on/);
  await screen.findByText('Choose a day from today to the due date');
});

test.each([
  ['no due date', { openItems: [] }],
  ['a due date that passed', { openItems: [openItem({ due_date: '2020-01-05' })] }],
  ['the due date today', { openItems: [openItem({ due_date: today })] }],
  ['money on its way for the next one', { openItems: [openItem({ on_its_way: 84.99 })] }],
])('[PAY-3] with %s only now is possible, so nothing is asked', async (_what, over) => {
  answerBilling(over);
  await page.openAllQuestions();
  expect(screen.queryByRole('radio', { name: 'Now' })).toBeNull();
});

test('[CONSENT-1] the authorization of a dated debit names its day; another day takes it back', async () => {
  await page.openAllQuestions();
  await user.click(screen.getByRole('radio', { name: /Bank Account/ }));
  await choose(tomorrow);
  await user.click(screen.getByRole('checkbox', { name: /to debit up to \$84\.99 once .* on \w{3}\s\d\d/ }));
  await choose(addDays(today, 2));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('[PAY-3] [PAY-6] a balance that changed since the page loaded is shown before a dated payment is planned', async () => {
  server.answer(page.makePayment, problemAnswer(409, 'payments.balance-changed'));
  await page.openAllQuestions();
  await choose(tomorrow);
  const respond = server.hold(page.refresh);
  await page.press(/^Pay \$84\.99 on/);
  await waitFor(() => expect(server.requestsOf(page.refresh)).toHaveLength(2));
  expect(screen.queryByText('Your balance changed')).toBeNull();
  respond({ body: billing({ balance: 34.99, amountDue: 34.99, dueDate }) });
  await screen.findByText('Your balance changed');
  screen.getByText(/Your balance due is now \$34\.99\. Nothing was charged/);
  screen.getByRole('button', { name: /^Pay \$34\.99 on/ });
});

test('[PAY-3] with a bill past due, the days up to the next due date are offered, with the bills that are covered', async () => {
  const dueDate = '2020-11-01';
  const late = openItem({ invoice_id: 'i-0', label: 'INV-0', due_date: dueDate, past_due: true, amount: 50 });
  const owed = { balance: 134.99, amountDue: 134.99, pastDue: 50, dueDate };
  server.answer(page.refresh, { body: billing({ ...owed, openItems: [late, openItem()] }) });
  await page.openAllQuestions();
  screen.getByText('Any day until the due date, Dec 01, 2099');
  const bills = screen.getAllByRole('listitem').map((line) => line.textContent?.slice(0, 10));
  expect(bills).toEqual(['Bill INV-0', 'Bill INV-1']);
});
