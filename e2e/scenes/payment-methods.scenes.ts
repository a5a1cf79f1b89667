import type { Page } from '@playwright/test';
import { openQuestions } from '../support/payment-form.ts';
import { awaitText } from './in-turn.ts';
import { type Actor, changing, failing, refusing, type Scene } from './scene.ts';

const tess = 'tess.tries@example.com';
const path = 'billing/manage-payment-methods';
const methodsCall = '**/api/payments/recurring-payments*';
/** Ana's saved methods. */
const ofAna = { email: 'ana.rivera@example.com', path };

/** Opens the panel in which a method is added, and waits for its form. */
const openPanel = async (page: Page, { text }: Actor) => {
  await page.getByRole('button', { name: text('payment-methods.add') }).click();
  await page.frameLocator('iframe').locator('form').waitFor();
};

/** Presses the first button that removes a method. */
export async function pressRemove(page: Page, { text }: Actor): Promise<void> {
  const name = new RegExp(`^${text('payment-methods.remove.action')}:`);
  await page.getByRole('button', { name }).first().click();
}

/** Says what the card form says once it took a card in. */
const completeForm = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('html')
    .evaluate(() => window.parent.postMessage('{"subject":"completePayment","data":{}}', '*'));

/** As after a payment that the bank declined; no import brings one. */
const declined = changing(methodsCall, ([first, ...others]: object[]) => [
  { ...first, declined: { date: '2026-11-24', code: 'insufficient-funds' } },
  ...others,
]);

/** Saved methods: the list in its states, and adding one. */
export const paymentMethodsScenes: readonly Scene[] = [
  { ...ofAna, name: 'payment-methods' },
  { name: 'payment-methods-many', email: tess, path },
  { name: 'payment-methods-expired', email: 'denise.fowler@example.com', path },
  { name: 'payment-methods-autopay', email: 'marcus.webb@example.com', path },
  { ...ofAna, name: 'payment-methods-declined', intercept: declined },
  {
    ...ofAna,
    name: 'payment-methods-declined-payment',
    path: 'billing/make-payment',
    intercept: declined,
  },
  { name: 'payment-methods-none', email: 'walter.kim@example.com', path },
  {
    ...ofAna,
    name: 'payment-methods-failed',
    intercept: failing(methodsCall),
  },
  {
    ...ofAna,
    name: 'payment-methods-remove',
    act: async (page, actor) => {
      await pressRemove(page, actor);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...ofAna,
    name: 'payment-methods-removal-refused',
    intercept: refusing('**/api/payments/deactivate', 409, { code: 'payment-methods.used-by-autopay' }),
    act: async (page, actor) => {
      await pressRemove(page, actor);
      const remove = actor.text('payment-methods.remove.action');
      await page.getByRole('alertdialog').getByRole('button', { name: remove }).click();
      await awaitText(page, actor, 'problems.payment-methods-used-by-autopay');
    },
  },
  { ...ofAna, name: 'payment-methods-add', act: openPanel },
  {
    ...ofAna,
    name: 'payment-methods-add-accepted',
    act: async (page, actor) => {
      await openPanel(page, actor);
      await completeForm(page);
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    ...ofAna,
    name: 'payment-methods-add-failed',
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
