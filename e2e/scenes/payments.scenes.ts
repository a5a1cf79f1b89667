import type { Page } from '@playwright/test';
import { type Actor, failing, pending, type Scene } from './scene.ts';

const tess = 'tess.tries@example.com';
const payCall = '**/api/payments/make-payment';

/** Fills in the form with another amount and a method, and presses the button; amounts differ by language. */
const pay =
  (cents: string, method: string) =>
  async (page: Page, { text, language }: Actor) => {
    const form = page.getByRole('form', { name: text('payments.form.title') });
    const amount = `${language === 'en' ? 21 : 22}.${cents}`;
    await form.getByRole('radio', { name: text('payments.form.amount.otherAmount') }).check();
    await form.getByRole('textbox', { name: text('payments.form.amount.label') }).fill(amount);
    await form
      .getByRole('radio', { name: new RegExp(method) })
      .first()
      .check();
    const authorization = form.getByRole('checkbox');
    if (await authorization.isVisible()) await authorization.check();
    await form.getByRole('button', { name: text('payments.form.submit', { amount: `$${amount}` }) }).click();
  };

const paid = (cents: string, method: string) => async (page: Page, actor: Actor) => {
  await pay(cents, method)(page, actor);
  await page.waitForURL(/payment-success/);
};

/** The payment form, its answers, the receipt, and the history. */
export const paymentsScenes: readonly Scene[] = [
  { name: 'payments-due', email: 'ana.rivera@example.com', path: 'payments' },
  { name: 'payments-past-due', email: 'jerome.banks@example.com', path: 'payments' },
  { name: 'payments-on-its-way', email: 'mei.tanaka@example.com', path: 'payments' },
  { name: 'payments-returned', email: 'carl.jensen@example.com', path: 'payments' },
  { name: 'payments-nothing-due', email: 'samuel.ortiz@example.com', path: 'payments' },
  { name: 'payments-no-method', email: 'walter.kim@example.com', path: 'payments' },
  { name: 'payments-expired-method', email: 'denise.fowler@example.com', path: 'payments' },
  { name: 'payments-closed', email: 'greg.olsen@example.com', path: 'payments' },
  { name: 'payments-empty', email: 'iris.novak@example.com', path: 'payments' },
  {
    name: 'payments-failed',
    email: 'ana.rivera@example.com',
    path: 'payments',
    intercept: failing('**/api/payments*'),
  },
  {
    name: 'payments-balance-failed',
    email: 'ana.rivera@example.com',
    path: 'payments',
    intercept: failing('**/api/billing/gtv/billing-account/refresh*'),
  },
  { name: 'make-payment', email: 'ana.rivera@example.com', path: 'billing/make-payment' },
  {
    name: 'make-payment-wrong-amount',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    act: async (page, { text }) => {
      await page.getByRole('radio', { name: text('payments.form.amount.otherAmount') }).check();
      await page.getByRole('textbox', { name: text('payments.form.amount.label') }).fill('0');
      await page.keyboard.press('Enter');
      await page.getByText(text('payments.form.errors.amountInvalid')).waitFor();
    },
  },
  { name: 'make-payment-all-methods', email: tess, path: 'billing/make-payment' },
  {
    name: 'make-payment-processing',
    email: tess,
    path: 'billing/make-payment',
    intercept: pending(payCall),
    act: pay('10', 'Works'),
  },
  {
    name: 'make-payment-declined',
    email: tess,
    path: 'billing/make-payment',
    act: async (page, actor) => {
      await pay('20', 'No money')(page, actor);
      await page.getByText(actor.text('payments.outcome.failed')).first().waitFor();
    },
  },
  {
    name: 'make-payment-unconfirmed',
    email: tess,
    path: 'billing/make-payment',
    intercept: failing(payCall),
    act: async (page, actor) => {
      await pay('30', 'Works')(page, actor);
      await page.getByRole('button', { name: actor.text('payments.outcome.checkOrFinish') }).waitFor();
    },
  },
  { name: 'receipt-paid', email: tess, path: 'billing/make-payment', act: paid('40', 'Works') },
  {
    name: 'receipt-on-its-way',
    email: tess,
    path: 'billing/make-payment',
    act: paid('60', 'settles in 3 days'),
  },
];
