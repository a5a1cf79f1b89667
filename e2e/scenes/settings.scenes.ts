import type { Page } from '@playwright/test';
import { changeScenes } from './changes.scenes.ts';
import { consentScenes } from './consents.scenes.ts';
import { changingAccount, sendingCode } from './profile.scenes.ts';
import { type Actor, refusing, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const saveCall = '**/api/customer/account/info';

async function editContact(page: Page, { text }: Actor): Promise<void> {
  await page.getByRole('button', { name: text('contact.edit') }).click();
  await page.getByLabel(text('contact.fields.phoneNumber')).fill('6145550188');
}

async function update(page: Page, { text }: Actor): Promise<void> {
  await page.getByRole('button', { name: text('account-info.update') }).click();
}

/** Another window saves another number, once this one saves. */
async function conflict(page: Page): Promise<void> {
  await page.route(saveCall, async (route) => {
    await changingAccount({ version: 99, customer: otherCustomer })(page);
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', status: 409, code: 'account-info.stale' }),
    });
  });
}

/** After STOP: texts are off until START. */
const stoppedCustomer = {
  firstName: 'Ana',
  lastName: 'Rivera',
  emailAddress: ana,
  phoneNumber: '6145550142',
  dateOfBirth: null,
  PIN: '4071',
  hasPin: true,
  notificationPreference: 'Email',
  textsStopped: true,
};

const otherCustomer = {
  firstName: 'Ana',
  lastName: 'Rivera',
  emailAddress: ana,
  phoneNumber: '6145550199',
  dateOfBirth: null,
  PIN: '4071',
  hasPin: true,
  notificationPreference: 'Email',
  textsStopped: false,
};

/** The tabs of the settings, their forms, and what prevents a save. */
export const settingsScenes: readonly Scene[] = [
  ...['account', 'personal', 'notifications', 'security'].map((tab) => ({
    name: `settings-${tab}`,
    email: ana,
    path: `settings?tab=${tab}`,
  })),
  {
    name: 'settings-security-failed',
    email: ana,
    path: 'settings?tab=security',
    intercept: async (page) => {
      await refusing('**/api/sessions', 503, { code: 'server.unavailable' })(page);
      await refusing('**/api/customer/account/changes?*', 503, { code: 'server.unavailable' })(page);
      await refusing('**/api/customer/account/consents?*', 503, { code: 'server.unavailable' })(page);
    },
  },
  ...consentScenes,
  ...changeScenes,
  {
    name: 'settings-security-end-all',
    email: ana,
    path: 'settings?tab=security',
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('sessions.open.endAll') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-notifications-stopped',
    email: ana,
    path: 'settings?tab=notifications',
    intercept: changingAccount({ customer: stoppedCustomer }),
  },
  { name: 'settings-security-member', email: 'ben.rivera@example.com', path: 'settings?tab=security' },
  { name: 'settings-contact-form', email: ana, path: 'settings?tab=personal', act: editContact },
  {
    name: 'settings-contact-errors',
    email: ana,
    path: 'settings?tab=personal',
    act: async (page, actor) => {
      await editContact(page, actor);
      await page.getByLabel(actor.text('contact.fields.phoneNumber')).fill('614');
      await page.getByLabel(actor.text('contact.fields.emailAddress'), { exact: true }).fill('ana');
      await update(page, actor);
      await page.getByText(actor.text('contact.errors.emailAddress.invalid')).waitFor();
    },
  },
  {
    name: 'settings-not-saved',
    email: ana,
    path: 'settings?tab=personal',
    intercept: refusing(saveCall, 503, { code: 'server.unavailable' }),
    act: async (page, actor) => {
      await editContact(page, actor);
      await update(page, actor);
      await page.getByText('gallery-', { exact: true }).waitFor();
    },
  },
  {
    name: 'settings-conflict',
    email: ana,
    path: 'settings?tab=personal',
    intercept: conflict,
    act: async (page, actor) => {
      await editContact(page, actor);
      await update(page, actor);
      await page.getByText(actor.text('account-info.conflict.title')).waitFor();
    },
  },
  {
    name: 'settings-fresh-code',
    email: ana,
    path: 'settings?tab=personal',
    intercept: async (page) => {
      await refusing(saveCall, 403, { code: 'fresh-code-needed' })(page);
      await sendingCode(page);
    },
    act: async (page, actor) => {
      await editContact(page, actor);
      await update(page, actor);
      await page.getByLabel(actor.text('login.code')).focus();
    },
  },
  {
    name: 'settings-unsaved',
    email: ana,
    path: 'settings?tab=personal',
    act: async (page, actor) => {
      await editContact(page, actor);
      await page.getByRole('tab', { name: actor.text('account-info.settings.tab.security') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-address-form',
    email: ana,
    path: 'settings?tab=personal',
    act: (page, { text }) => page.getByRole('button', { name: text('address.edit') }).click(),
  },
  {
    name: 'settings-pin-form',
    email: ana,
    path: 'settings?tab=security',
    act: (page, { text }) => page.getByRole('button', { name: text('pin.edit') }).click(),
  },
  {
    name: 'settings-pin-menu',
    email: ana,
    path: 'settings',
    isWideOnly: true,
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('shell.settingsMenu') }).click();
      await page.getByText(text('pin.suggestion.update.title')).waitFor();
    },
  },
  {
    name: 'home-address-dialog',
    email: ana,
    path: '',
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('home.billingDetails.editAddress') }).click();
      await page.getByLabel(text('address.fields.city')).waitFor();
    },
  },
];
