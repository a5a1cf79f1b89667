import type { BillingRefresh } from '@myaccount/contract/home';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, madePayment, saved } from '../../testing/page-data.ts';
import {
  amountField,
  isPaid,
  makePayment,
  openAndPay,
  openForm,
  openOther,
  payButton,
  press,
  refresh,
  savedMethods,
} from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';

const server = startFakeServer(answerForAccount);

beforeEach(() => {
  server.answer(refresh, { body: billing() });
  server.answer(savedMethods, { body: [saved('m-1', { auto_payment: true })] });
});

test('[PAY-1] when the server finds nothing due after all, the form says so', async () => {
  server.answer(makePayment, problemAnswer(400, 'payments.nothing-due'));
  await openAndPay();
  const error = await screen.findByText('Can not make payment for the selected payment amount');
  expect(error.getAttribute('role')).toBe('alert');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

test.each(['\u00a044.50 USD', 'us$ 44.50'])('[PAY-1] a pasted “%s” is 44.50', async (pasted) => {
  server.answer(makePayment, { body: madePayment({ amount: 44.5 }) });
  await openOther();
  await user.click(amountField());
  await user.paste(pasted);
  await press('Pay $44.50 now');
  await waitFor(() => expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 44.5 }));
});

test.each(['44,50', 'forty'])(
  '[PAY-1] “%s” is no amount: it stays, and the field says what is wrong',
  async (pasted) => {
    await openOther();
    await user.type(amountField(), '20');
    await user.tab();
    await user.clear(amountField());
    await user.paste(pasted);
    await user.tab();
    expect(amountField().value).toBe(pasted);
    expect(screen.getByRole('alert').textContent).toBe('Enter a valid amount that you want to pay');
    expect(screen.getByRole('button', { name: /^Pay/ }).textContent).toBe('Pay now');
    await press('Pay now');
    await waitFor(() => expect(document.activeElement).toBe(amountField()));
    expect(server.requestsOf(makePayment)).toEqual([]);
  },
);

test('[PAY-1] a third decimal is not typed; pasted, it is refused in words', async () => {
  await openOther();
  await user.type(amountField(), '44.509');
  expect(amountField().value).toBe('44.50');
  await user.clear(amountField());
  await user.paste('44.509');
  expect(amountField().value).toBe('44.509');
  expect(screen.getByRole('alert').textContent).toBe('Enter a valid amount that you want to pay');
});

test('[PAY-1] more than what is owed is asked about once more, and paid only then', async () => {
  server.answer(makePayment, { body: madePayment() });
  await openOther();
  const hint = 'This is more than you owe. The rest becomes credit on your account.';
  await user.type(amountField(), '84.99');
  expect(screen.queryByText(hint)).toBeNull();
  await user.clear(amountField());
  await user.type(amountField(), '9000');
  screen.getByText(hint);
  await press('Pay $9,000.00 now');
  const question = await screen.findByRole('alertdialog', { name: 'Pay more than you owe?' });
  within(question).getByText('You owe $84.99. The other $8,915.01 will be credit.');
  await user.click(within(question).getByRole('button', { name: 'Change the amount' }));
  expect(server.requestsOf(makePayment)).toEqual([]);
  await press('Pay $9,000.00 now');
  await user.click(await screen.findByRole('button', { name: 'Pay $9,000.00' }));
  await waitFor(() => expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 9_000 }));
});

test.each<[Partial<BillingRefresh>, string[]]>([
  [{ amountDue: 64.99, planned: 20 }, ['$20.00 is planned and already taken off.']],
  [{ amountDue: 64.99, inFlight: 20 }, ['$20.00 is on its way and already taken off.']],
  [{}, []],
])(
  '[PAY-1] [PAY-6] %j explains the balance due with %j, and is sent as what the payer saw',
  async (over, notes) => {
    server.answer(makePayment, { body: madePayment() });
    server.answer(refresh, { body: billing(over) });
    const form = await openForm();
    for (const note of notes) within(form).getByText(note);
    expect(form.textContent?.match(/taken off/g) ?? []).toHaveLength(notes.length);
    await user.click(payButton());
    await isPaid();
    const amountDue = over.amountDue ?? 84.99;
    expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({
      amount: amountDue,
      seenBalance: amountDue,
    });
  },
);
