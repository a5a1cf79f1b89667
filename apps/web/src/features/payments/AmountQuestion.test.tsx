import type { BillingRefresh } from '@myaccount/contract/home';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { billing, madePayment } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer(page.answerForPayment);
const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);

test('[PAY-1] when the server finds nothing due after all, the form says so', async () => {
  server.answer(page.makePayment, problemAnswer(400, 'payments.nothing-due'));
  await page.openAndPay();
  const error = await screen.findByText('Can not make payment for the selected payment amount');
  expect(error.getAttribute('role')).toBe('alert');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

test.each(['\u00a044.50 USD', 'us$ 44.50', '44,50'])('[PAY-1] a pasted “%s” is 44.50', async (pasted) => {
  server.answer(page.makePayment, { body: madePayment({ amount: 44.5 }) });
  await page.openOther();
  await user.click(page.amountField());
  await user.paste(pasted);
  await page.press('Pay $44.50 now');
  await waitFor(() => expect(sent()).toMatchObject([{ amount: 44.5 }]));
});

test.each(['1.044', 'forty'])('[PAY-1] “%s” is no amount: it stays, and that is said', async (pasted) => {
  await page.openOther('20');
  await user.tab();
  await user.clear(page.amountField());
  await user.paste(pasted);
  await user.tab();
  expect(page.amountField().value).toBe(pasted);
  expect(screen.getByRole('alert').textContent).toBe('Enter a valid amount that you want to pay');
  screen.getByText('For example, 84.50 or 1,084.50');
  await page.press('Pay');
  await waitFor(() => expect(document.activeElement).toBe(page.amountField()));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(sent()).toEqual([]);
});

test('[PAY-1] a third decimal is refused in words, typed or pasted, once the field is left', async () => {
  await page.openOther('44.509');
  expect(page.amountField().getAttribute('inputmode')).toBe('decimal');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.tab();
  expect(page.amountField().value).toBe('44.509');
  expect(screen.getByRole('alert').textContent).toBe('Enter a valid amount that you want to pay');
});

test('[PAY-1] an amount is typed as a Spanish keypad gives it', async () => {
  await page.openOther('1.044,5');
  await user.tab();
  expect(page.amountField().value).toBe('1,044.50');
  screen.getByRole('button', { name: 'Pay $1,044.50 now' });
});

test('[PAY-1] more than what is owed is asked about once more, and paid only then', async () => {
  await page.openOther();
  const hint = 'This is more than you owe. The rest becomes credit on your account.';
  await user.type(page.amountField(), '84.99');
  expect(screen.queryByText(hint)).toBeNull();
  await user.clear(page.amountField());
  await user.type(page.amountField(), '9000');
  screen.getByText(hint);
  await page.press('Pay $9,000.00 now');
  const question = await screen.findByRole('alertdialog', { name: 'Pay more than you owe?' });
  within(question).getByText('You owe $84.99. The other $8,915.01 will be credit.');
  await user.click(within(question).getByRole('button', { name: 'Change the amount' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent()).toEqual([]);
  await page.press('Pay $9,000.00 now');
  await user.click(await screen.findByRole('button', { name: 'Pay $9,000.00' }));
  await waitFor(() => expect(sent()).toMatchObject([{ amount: 9_000 }]));
});

test.each<[Partial<BillingRefresh>, string[]]>([
  [{ amountDue: 64.99, planned: 20 }, ['$20.00 is planned and already taken off.']],
  [{ amountDue: 64.99, inFlight: 20 }, ['$20.00 is on its way and already taken off.']],
  [{}, []],
])('[PAY-1] [PAY-6] %j is explained with %j, and sent as what the payer saw', async (over, notes) => {
  server.answer(page.refresh, { body: billing(over) });
  const form = await page.openForm();
  for (const note of notes) within(form).getByText(note);
  expect(form.textContent?.match(/taken off/g) ?? []).toHaveLength(notes.length);
  await user.click(page.payButton());
  await page.isPaid();
  const amountDue = over.amountDue ?? 84.99;
  expect(sent()).toMatchObject([{ amount: amountDue, seenBalance: amountDue }]);
});
