import type { Page } from '@playwright/test';
import { type Actor, answering, changing, failing, type Intercept, type Scene } from './scene.ts';

const shown = '**/api/login/change?*';
const stop = '**/api/login/change/stop';
const path = 'login/change/0123456789abcdef';
const change = (state: string) => ({ state, opensAt: '2099-11-25T22:05:00Z' });

/** Answers for a change that an operator asked for, which no scene can. */
const waiting: Intercept = async (page) => {
  await answering(shown, change('waiting'))(page);
  await answering(stop, change('stopped'))(page);
};
const press = async (page: Page, { text }: Actor) =>
  await page.getByRole('button', { name: text('login-change.stop') }).click();

/** As in the three days after a change. */
const held = changing('**/api/customer/info?*', (account: object) => ({
  ...account,
  securityHoldUntil: '2099-11-28T22:05:00Z',
}));
const ofAna = { email: 'ana.rivera@example.com', intercept: held };
const openPanel =
  (key: string) =>
  async (page: Page, { text }: Actor) => {
    await page
      .getByRole('button', { name: text(key) })
      .first()
      .click();
    await page.getByRole('dialog').getByText(text('payment-methods.hold.why')).waitFor();
  };

/** The link that stops a change of a sign-in address, and the days after one. */
export const loginChangeScenes: readonly Scene[] = [
  { name: 'login-change', path, intercept: waiting },
  {
    name: 'login-change-stopped',
    path,
    intercept: waiting,
    act: async (page, actor) => {
      await press(page, actor);
      await page.getByRole('heading', { name: actor.text('login-change.stopped.title') }).waitFor();
    },
  },
  { name: 'login-change-completed', path, intercept: answering(shown, change('completed')) },
  { name: 'login-change-lapsed', path, intercept: answering(shown, change('lapsed')) },
  {
    name: 'login-change-not-stopped',
    path,
    intercept: async (page) => {
      await answering(shown, change('waiting'))(page);
      await failing(stop)(page);
    },
    act: async (page, actor) => {
      await press(page, actor);
      await page.getByRole('alert').waitFor();
    },
  },
  // The token is unknown.
  { name: 'login-change-over', path },
  { name: 'login-change-not-loaded', path, intercept: failing(shown) },
  { ...ofAna, name: 'login-change-hold-methods', path: 'billing/manage-payment-methods' },
  {
    ...ofAna,
    name: 'login-change-hold-adding',
    path: 'billing/manage-payment-methods',
    act: openPanel('payment-methods.add'),
  },
  { ...ofAna, name: 'login-change-hold-autopay', path: 'payments', act: openPanel('autopay.turnOn.open') },
];
