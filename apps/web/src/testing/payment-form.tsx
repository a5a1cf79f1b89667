import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { PaymentScreen } from '../features/payments/PaymentScreen.tsx';
import type { FakeServer } from './fake-server.ts';
import { answerForAccount, billing, madePayment, saved } from './page-data.ts';
import { renderPage } from './render-page.tsx';
import { user } from './user.ts';

export const makePayment = 'POST /payments/make-payment';
export const refresh = 'GET /billing/gtv/billing-account/refresh';
export const savedMethods = 'GET /payments/recurring-payments';

/** Sets the responses to what the form asks: a bill is due, one method is saved, the default, and a payment is made. */
export function answerForPayment(server: FakeServer): void {
  answerForAccount(server);
  server.answer(refresh, { body: billing() });
  server.answer(savedMethods, { body: [saved('m-1', { auto_payment: true })] });
  server.answer(makePayment, { body: madePayment() });
}

let page: Awaited<ReturnType<typeof renderPage>> | undefined;

/** Opens the card in which a payment is made, whatever it shows. */
export async function openPayment(language: Language = 'en', billId?: string): Promise<void> {
  page = await renderPage(<PaymentScreen billId={billId} />, { at: '/billing/make-payment', language });
}

/** Opens the payment form. */
export async function openForm(language?: Language): Promise<HTMLElement> {
  await openPayment(language);
  return await screen.findByRole('form');
}

/** Opens every question of the form that is a row. */
export async function openQuestions(): Promise<void> {
  const find = () => screen.queryAllByRole('button', { name: /^(?:Change|Cambiar): / })[0];
  for (let row = find(); row; row = find()) await user.click(row);
}

/** Opens the payment form with all of its questions. */
export async function openAllQuestions(language?: Language): Promise<HTMLElement> {
  const form = await openForm(language);
  await openQuestions();
  return form;
}

/** Waits for the success page. */
export const isPaid = () => waitFor(() => expect(page?.path()).toBe('/billing/payment-success'));

export const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount to pay');
export const payButton = () => screen.getByRole('button', { name: /^Pay( \$.*)?$/ });
export const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** Opens the form and presses its button. */
export async function openAndPay(): Promise<void> {
  await openForm();
  await user.click(payButton());
}

/** Opens the form with the field for another amount, and types it. */
export async function openOther(amount = ''): Promise<void> {
  await openAllQuestions();
  await user.click(screen.getByLabelText('Other Amount'));
  if (amount) await user.type(amountField(), amount);
}
