import type { Page } from '@playwright/test';
import { type Actor, failing, type Intercept, type Scene } from './scene.ts';

const olivia = 'olivia.hart@example.com';
const path = 'gift-card';
const register = '**/api/gift-card/register';

/** Lets the registration wait in the page: one that is held back on its way goes on when the page is left, and counts. */
const registering: Intercept = (page) =>
  page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) =>
      String(input).endsWith('/gift-card/register') ? new Promise(() => undefined) : send(input, init);
  });

const tickAll = async (page: Page) => {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
};
const send = async (page: Page, { text }: Actor) => {
  await tickAll(page);
  await page.getByRole('button', { name: text('gift-card.submit') }).click();
};

/** Registering for a gift card, and why that is not possible. */
export const giftCardScenes: readonly Scene[] = [
  { name: 'gift-card', email: olivia, path },
  { name: 'gift-card-complete', email: olivia, path, act: tickAll },
  {
    name: 'gift-card-registering',
    email: olivia,
    path,
    intercept: registering,
    act: async (page, actor) => {
      await send(page, actor);
      await page.getByText(actor.text('gift-card.registering')).waitFor();
    },
  },
  {
    name: 'gift-card-failed',
    email: olivia,
    path,
    intercept: failing(register),
    act: async (page, actor) => {
      await send(page, actor);
      await page.getByRole('alert').getByText(actor.text('gift-card.failed')).waitFor();
    },
  },
  { name: 'gift-card-not-eligible', email: 'iris.novak@example.com', path },
  { name: 'gift-card-expired', email: 'nathan.cole@example.com', path },
  { name: 'gift-card-registered', email: 'ana.rivera@example.com', path },
  {
    name: 'gift-card-not-loaded',
    email: olivia,
    path,
    intercept: failing('**/api/customer/account/details*'),
  },
];
