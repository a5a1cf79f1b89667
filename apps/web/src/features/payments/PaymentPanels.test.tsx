import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agreeAndSave, answerForAdding, complete, isFormOpen, say } from '../../testing/add-card.ts';
import { type Answer, inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { billing, card, madePayment, openItem, saved } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer(page.answerForPayment);
const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);
const keysSent = () => server.requestsOf(page.makePayment).map((call) => call.headers['idempotency-key']);
const answersWith = (...answers: Answer[]) => server.answer(page.makePayment, inTurn(...answers));

/** Pays by card and is declined; returns the panel that says so. */
async function openDeclined(code: string, over: Parameters<typeof billing>[0] = {}): Promise<HTMLElement> {
  const errors = [{ field: 'payment_method', code }];
  server.answer(page.refresh, { body: billing(over) });
  answersWith(problemAnswer(402, 'payments.declined', { errors }), { body: madePayment() });
  await page.openAndPay();
  return await screen.findByRole('alert');
}

test.each([
  ['insufficient-funds', 'Choose another payment method or pay a smaller amount.'],
  ['expired-card', 'Choose another payment method.'],
  ['call-bank', 'Call your bank at the number on your card or statement, or choose another payment method.'],
  ['of-a-newer-server', 'Choose another payment method.'],
])('[PAY-13] after %s nothing was charged, and the advice is the receipt’s', async (code, advice) => {
  const panel = await openDeclined(code);
  within(panel).getByText(`Nothing was charged, and what you filled in is still here. ${advice}`);
});

test('[PAY-13] another card is added in the side panel; then the form has the focus, and pays with it', async () => {
  const panel = await openDeclined('insufficient-funds');
  answerForAdding(server, 'm-9');
  const way = within(panel).getByRole('button', { name: 'Use another card' });
  expect(way.dataset.variant).toBe('filled');
  await user.click(way);
  await screen.findByRole('dialog', { name: 'Use another card' });
  await isFormOpen();
  say(complete);
  const newCard = saved('m-9', { payment_method: card({ last_four: '5454' }) });
  server.answer(page.savedMethods, { body: [saved('m-1', { auto_payment: true }), newCard] });
  await agreeAndSave();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Make a payment' })),
  );
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  await user.click(page.payButton());
  await page.isPaid();
  expect(sent()[1]).toMatchObject({ payment_method: 'm-9', amount: 84.99 });
});

test('[PAY-13] to pay a part opens the amount, empty and focused', async () => {
  const panel = await openDeclined('limit-exceeded');
  await user.click(within(panel).getByRole('button', { name: 'Pay a part' }));
  expect(document.activeElement).toBe(page.amountField());
  expect(page.amountField().value).toBe('');
  await user.type(page.amountField(), '20');
  await user.click(page.payButton());
  await page.isPaid();
  expect(sent()[1]).toMatchObject({ amount: 20 });
});

test('[PAY-13] to pay on another day opens the days, where there are any', async () => {
  const panel = await openDeclined('insufficient-funds');
  await user.click(within(panel).getByRole('button', { name: 'Pay on another day' }));
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: /^Pick a date/ });
  expect([chosen.checked, document.activeElement]).toEqual([true, chosen]);
  screen.getByRole('radio', { name: /^Due date/ });
});

test('[PAY-13] where only now is possible no other day is offered', async () => {
  const panel = await openDeclined('insufficient-funds', {
    openItems: [openItem({ due_date: '2020-01-05' })],
  });
  within(panel).getByRole('button', { name: 'Pay a part' });
  expect(within(panel).queryByRole('button', { name: 'Pay on another day' })).toBeNull();
});

test('[PAY-13] the method that failed keeps a smaller way to try it again, as a new payment', async () => {
  const panel = await openDeclined('declined');
  await user.click(within(panel).getByRole('button', { name: /^Try Credit Card\s…⁠?4242 again$/ }));
  await page.isPaid();
  expect(sent()).toMatchObject([
    { payment_method: 'm-1', amount: 84.99 },
    { payment_method: 'm-1', amount: 84.99, seenBalance: 84.99 },
  ]);
  expect(new Set(keysSent()).size).toBe(2);
});

test('[PAY-13] of an unknown result it never says that nothing was charged', async () => {
  answersWith({ isLost: true }, { isLost: true });
  await page.openAndPay();
  await screen.findByText('A payment is not confirmed yet', {}, { timeout: 8_000 });
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
});
