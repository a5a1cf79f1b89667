import { addDays } from '@myaccount/contract/calendar';
import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { bankAccount, billing, card, openItem, plannedPayment, saved } from '../../testing/page-data.ts';
import { answerForPayment, refresh, savedMethods } from '../../testing/payment-form.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { businessToday } from '../../ui/time.ts';
import { PlannedPayments } from './PlannedPayments.tsx';

const changeCall = 'POST /payments/planned/change';
const today = businessToday();
const plannedFor = addDays(today, 1);
const dueDate = addDays(today, 20);
const plan = plannedPayment({ planned_for: plannedFor, payment_method: card({ token: 'm-1' }) });
const server = startFakeServer(answerForPayment);

beforeEach(() => {
  server.answer(refresh, { body: billing({ openItems: [openItem({ due_date: dueDate })] }) });
  server.answer(savedMethods, {
    body: [
      saved('m-1', { auto_payment: true }),
      saved('m-2', { payment_method: bankAccount() }),
      saved('m-3', { payment_method: card({ expiration_date: '01/2020', last_four: '1111' }) }),
      saved('m-4', { payment_method: card({ last_four: '5454' }) }),
    ],
  });
  server.answer(changeCall, { body: plan });
});

const sent = () => server.requestsOf(changeCall).map(({ body }) => body);

/** Opens the panel in which a plan is changed. */
async function openPanel(over: Partial<PlannedPayment> = {}): Promise<HTMLElement> {
  server.answer('GET /payments/planned', { body: [{ ...plan, ...over }] });
  await renderPage(<PlannedPayments />);
  await user.click(await screen.findByRole('button', { name: /^Change \$84\.99 on/ }));
  const panel = await screen.findByRole('dialog', { name: /^Change \$84\.99 on/ });
  await within(panel).findByRole('radio', { name: /^Due date/ });
  return panel;
}

test('[PAY-12] another day and another method are sent, and the page loads again', async () => {
  const panel = await openPanel();
  expect(within(panel).queryByRole('radio', { name: 'Now' })).toBeNull();
  expect(within(panel).getByRole<HTMLInputElement>('radio', { name: /…⁠?4242/ }).checked).toBe(true);
  expect(within(panel).getByRole<HTMLInputElement>('radio', { name: /…⁠?1111/ }).disabled).toBe(true);
  await user.click(within(panel).getByRole('radio', { name: /^Due date/ }));
  await user.click(within(panel).getByRole('radio', { name: /…⁠?5454/ }));
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await screen.findByText('Planned payment changed');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([{ id: 'p-9', payment_date: dueDate, payment_method: 'm-4' }]);
  expect(server.requestsOf('GET /payments/planned')).toHaveLength(2);
});

test('[PAY-12] without a change its day and method are sent as they are', async () => {
  const panel = await openPanel();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ id: 'p-9', payment_date: plannedFor, payment_method: 'm-1' }]),
  );
});

test('[PAY-12, CONSENT-1] a bank account needs the authorization; another day takes it back', async () => {
  const panel = await openPanel();
  const save = () => user.click(within(panel).getByRole('button', { name: 'Save' }));
  const box = () =>
    within(panel).getByRole<HTMLInputElement>('checkbox', { name: /up to \$84\.99 once .* on/ });
  await user.click(within(panel).getByRole('radio', { name: /Bank Account/ }));
  await save();
  within(panel).getByText('Check the box to allow the bank debit');
  expect(sent()).toEqual([]);
  await user.click(box());
  await user.click(within(panel).getByRole('radio', { name: /^Due date/ }));
  expect(box().checked).toBe(false);
  await user.click(box());
  await save();
  const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
  await waitFor(() =>
    expect(sent()).toEqual([{ id: 'p-9', payment_date: dueDate, payment_method: 'm-2', consents }]),
  );
});

test('[PAY-12] a refusal is said in words, and the form stays', async () => {
  server.answer(changeCall, problemAnswer(409, 'payments.not-changeable'));
  const panel = await openPanel();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  const notice = await within(panel).findByRole('alert');
  expect(notice.textContent).toBe(
    'This payment can no longer be changed. You can cancel it until it is charged, and plan another one.',
  );
  await user.click(within(panel).getByRole('button', { name: 'Go back' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[PAY-12] one that cannot be changed offers only to cancel it', async () => {
  server.answer('GET /payments/planned', { body: [{ ...plan, can_change: false }] });
  await renderPage(<PlannedPayments />);
  await screen.findByRole('button', { name: /^Cancel \$84\.99/ });
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
});
