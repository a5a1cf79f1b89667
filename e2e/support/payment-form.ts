import type { Language } from '@myaccount/contract/languages';
import type { Page } from '@playwright/test';
import { textIn } from './texts.ts';

/** The payment form in a language, with a customer's actions. */
export function paymentFormOf(page: Page, language: Language) {
  const text = (key: string, values?: Record<string, string>) => textIn(language, `payments.${key}`, values);
  const form = page.getByRole('form', { name: text('form.title') });
  return {
    text,
    form,
    async fill(amount: string, method: string) {
      await form.getByRole('radio', { name: text('form.amount.otherAmount') }).check();
      await form.getByRole('textbox', { name: text('form.amount.label') }).fill(amount);
      await form.getByRole('radio', { name: new RegExp(method) }).check();
    },
    press: (amount: string) => form.getByRole('button', { name: text('form.submit', { amount }) }).click(),
  };
}
