import type { Language } from '@myaccount/contract/languages';
import type { Locator, Page } from '@playwright/test';
import { textIn } from './texts.ts';

/** Opens every question that is a row. */
export async function openQuestions(form: Locator): Promise<void> {
  await form.waitFor();
  const rows = form.getByRole('button', { name: /^(?:Change|Cambiar): / });
  for (let left = await rows.count(); left > 0; left -= 1) await rows.first().click();
}

/** The payment form in a language, with a customer's actions. */
export function paymentFormOf(page: Page, language: Language) {
  const text = (key: string, values?: Record<string, string>) => textIn(language, `payments.${key}`, values);
  const form = page.getByRole('form', { name: text('form.title') });
  return {
    text,
    form,
    async fill(amount: string, method: string) {
      await openQuestions(form);
      await form.getByRole('radio', { name: text('form.amount.otherAmount') }).check();
      await form.getByRole('textbox', { name: text('form.amount.label') }).fill(amount);
      await form.getByRole('radio', { name: new RegExp(method) }).check();
    },
    press: (amount: string) => form.getByRole('button', { name: text('form.submit', { amount }) }).click(),
  };
}
