import type { Page } from '@playwright/test';
import type { Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const infoCall = '**/api/customer/info*';

/** Changes what the server says of the account, for a state that no persona is in for long. */
export function changingAccount(change: Readonly<Record<string, unknown>>): NonNullable<Scene['intercept']> {
  return (page: Page) =>
    page.route(infoCall, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...change } });
    });
}

/** Answers that a fresh code was mailed. */
export const sendingCode: NonNullable<Scene['intercept']> = (page) =>
  page.route('**/api/sessions/fresh-code', (route) =>
    route.fulfill({ json: { challenge: 'c', expiresAt: '2099-01-01T00:00:00Z' } }),
  );

const nathan = 'nathan.cole@example.com';

/** The profile of everyone for whom it differs. */
export const profileScenes: readonly Scene[] = [
  { name: 'profile', email: ana, path: 'profile' },
  { name: 'profile-member', email: 'ben.rivera@example.com', path: 'profile' },
  { name: 'profile-no-pin', email: 'iris.novak@example.com', path: 'profile' },
  { name: 'profile-text-only', email: 'marcus.webb@example.com', path: 'profile' },
  { name: 'profile-business', email: 'office@harborstreetbakery.example.com', path: 'profile' },
  { name: 'profile-closed', email: 'greg.olsen@example.com', path: 'profile' },
  {
    name: 'profile-long-name',
    email: 'maximiliana.bernadette.konstantina.wolfeschlegelsteinhausen@example.com',
    path: 'profile',
  },
  { name: 'profile-pending-email', email: nathan, path: 'profile' },
  {
    name: 'profile-pending-email-code',
    email: nathan,
    path: 'profile',
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('contact.waiting.enter') }).click();
      await page.getByLabel(text('login.code')).focus();
    },
  },
  {
    name: 'profile-pin-shown',
    email: ana,
    path: 'profile',
    act: (page, { text }) => page.getByRole('button', { name: text('pin.showLabel') }).click(),
  },
  {
    name: 'profile-pin-code',
    email: ana,
    path: 'profile',
    intercept: async (page) => {
      await page.route(infoCall, async (route) => {
        const response = await route.fetch();
        const account = await response.json();
        await route.fulfill({ response, json: { ...account, customer: { ...account.customer, PIN: null } } });
      });
      await sendingCode(page);
    },
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('pin.showLabel') }).click();
      await page.getByLabel(text('login.code')).focus();
    },
  },
  {
    name: 'profile-texts-consent',
    email: 'priya.nair@example.com',
    path: 'profile',
    act: async (page, { text }) => {
      await page.getByRole('checkbox', { name: text('notifications.channel.Text') }).click();
      await page.getByRole('button', { name: text('notifications.turnOnTexts') }).click();
      await page.getByText(text('notifications.consentMissing')).waitFor();
    },
  },
];
