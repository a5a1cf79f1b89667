import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { PaymentScreen } from '../features/payments/PaymentScreen.tsx';
import { renderPage } from './render-page.tsx';
import { user } from './user.ts';

export const makePayment = 'POST /payments/make-payment';
export const refresh = 'GET /billing/gtv/billing-account/refresh';
export const savedMethods = 'GET /payments/recurring-payments';

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
export const payButton = () => screen.getByRole('button', { name: /^Pay/ });
export const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));

/** Opens the form and presses its button. */
export async function openAndPay(): Promise<void> {
  await openForm();
  await user.click(payButton());
}

/** Opens the form with the field for another amount. */
export async function openOther(): Promise<void> {
  await openAllQuestions();
  await user.click(screen.getByLabelText('Other Amount'));
}
