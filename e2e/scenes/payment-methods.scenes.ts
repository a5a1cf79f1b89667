import type { Page } from '@playwright/test';
import { openQuestions } from '../support/payment-form.ts';
import { type Actor, failing, refusing, type Scene } from './scene.ts';

const tess = 'tess.tries@example.com';
const path = 'billing/manage-payment-methods';

/** Opens the panel in which a method is added, and waits for its form. */
const openPanel = async (page: Page, { text }: Actor) => {
  await page.getByRole('button', { name: text('payment-methods.add') }).click();
  await page.frameLocator('iframe').locator('form').waitFor();
};

/** Says what the card form says once it took a card in. */
const completeForm = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('html')
    .evaluate(() => window.parent.postMessage('{"subject":"completePayment","data":{}}', '*'));

/** As after a payment that the bank declined; no import brings one. */
const declined: NonNullable<Scene['intercept']> = (page) =>
  page.route('**/api/payments/recurring-payments*', async (route) => {
    const response = await route.fetch();
    const [first, ...others]: object[] = await response.json();
    const failure = { declined: { date: '2026-11-24', code: 'insufficient-funds' } };
    await route.fulfill({ response, json: [{ ...first, ...failure }, ...others] });
  });

/** Saved methods: the list in its states, and adding one. */
export const paymentMethodsScenes: readonly Scene[] = [
  { name: 'payment-methods', email: 'ana.rivera@example.com', path },
  { name: 'payment-methods-many', email: tess, path },
  { name: 'payment-methods-expired', email: 'denise.fowler@example.com', path },
  { name: 'payment-methods-autopay', email: 'marcus.webb@example.com', path },
  { name: 'payment-methods-declined', email: 'ana.rivera@example.com', path, intercept: declined },
  {
    name: 'payment-methods-declined-payment',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: declined,
  },
  { name: 'payment-methods-none', email: 'walter.kim@example.com', path },
  {
    name: 'payment-methods-failed',
    email: 'ana.rivera@example.com',
    path,
    intercept: failing('**/api/payments/recurring-payments*'),
  },
  {
    name: 'payment-methods-remove',
    email: 'ana.rivera@example.com',
    path,
    act: async (page, { text }) => {
      const remove = new RegExp(`^${text('payment-methods.remove.action')}:`);
      await page.getByRole('button', { name: remove }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'payment-methods-removal-refused',
    email: 'ana.rivera@example.com',
    path,
    intercept: refusing('**/api/payments/deactivate', 409, { code: 'payment-methods.used-by-autopay' }),
    act: async (page, { text }) => {
      const remove = text('payment-methods.remove.action');
      await page
        .getByRole('button', { name: new RegExp(`^${remove}:`) })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: remove }).click();
      await page.getByText(text('problems.payment-methods-used-by-autopay')).first().waitFor();
    },
  },
  { name: 'payment-methods-add', email: 'ana.rivera@example.com', path, act: openPanel },
  {
    name: 'payment-methods-add-accepted',
    email: 'ana.rivera@example.com',
    path,
    act: async (page, actor) => {
      await openPanel(page, actor);
      await completeForm(page);
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'payment-methods-add-failed',
    email: 'ana.rivera@example.com',
    path,
    intercept: refusing('**/api/payments/chase/uid*', 503, { code: 'payment-methods.service-unavailable' }),
    act: async (page, actor) => {
      await page.getByRole('button', { name: actor.text('payment-methods.add') }).click();
      await page.getByText(actor.text('payment-methods.adding.failed')).waitFor();
    },
  },
  {
    name: 'payment-methods-beside-payment',
    email: tess,
    path: 'billing/make-payment',
    act: async (page, { text }) => {
      await openQuestions(page.getByRole('form', { name: text('payments.form.title') }));
      await page.getByRole('button', { name: text('payment-methods.manage') }).click();
      await page.getByRole('dialog').getByRole('list').waitFor();
    },
  },
];
