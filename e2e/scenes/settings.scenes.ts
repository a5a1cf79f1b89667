import type { Page } from '@playwright/test';
import { changeScenes } from './changes.scenes.ts';
import { consentScenes } from './consents.scenes.ts';
import { changingAccount, sendingCode } from './profile.scenes.ts';
import { type Act, type Actor, refusing, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const saveCall = '**/api/customer/account/info';

async function editContact(page: Page, { text }: Actor): Promise<void> {
  await page.getByRole('button', { name: text('contact.edit') }).click();
  await page.getByLabel(text('contact.fields.phoneNumber')).fill('6145550188');
}

async function update(page: Page, { text }: Actor): Promise<void> {
  await page.getByRole('button', { name: text('account-info.update') }).click();
}

/** Saves another phone number, and goes on with what answers. */
const saveContact =
  (goOn: Act): Act =>
  async (page, actor) => {
    await editContact(page, actor);
    await update(page, actor);
    await goOn(page, actor);
  };

/** Another window saves another number, once this one saves. */
async function conflict(page: Page): Promise<void> {
  await page.route(saveCall, async (route) => {
    await changingAccount({ phoneNumber: '6145550199' }, 99)(page);
    const json = { type: 'about:blank', status: 409, code: 'account-info.stale' };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json });
  });
}

const personal = { email: ana, path: 'settings?tab=personal' };
const security = { email: ana, path: 'settings?tab=security' };

/** The tabs of the settings, their forms, and what prevents a save. */
export const settingsScenes: readonly Scene[] = [
  ...['account', 'personal', 'notifications', 'security'].map((tab) => ({
    name: `settings-${tab}`,
    email: ana,
    path: `settings?tab=${tab}`,
  })),
  {
    ...security,
    name: 'settings-security-failed',
    intercept: async (page) => {
      for (const call of ['sessions', 'customer/account/changes?*', 'customer/account/consents?*']) {
        await refusing(`**/api/${call}`, 503, { code: 'server.unavailable' })(page);
      }
    },
  },
  ...consentScenes,
  ...changeScenes,
  {
    ...security,
    name: 'settings-security-end-all',
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('sessions.open.endAll') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    // After STOP: texts are off until START.
    name: 'settings-notifications-stopped',
    email: ana,
    path: 'settings?tab=notifications',
    intercept: changingAccount({ notificationPreference: 'Email', textsStopped: true }),
  },
  { name: 'settings-security-member', email: 'ben.rivera@example.com', path: 'settings?tab=security' },
  { ...personal, name: 'settings-contact-form', act: editContact },
  {
    ...personal,
    name: 'settings-contact-errors',
    act: async (page, actor) => {
      await editContact(page, actor);
      await page.getByLabel(actor.text('contact.fields.phoneNumber')).fill('614');
      await page.getByLabel(actor.text('contact.fields.emailAddress'), { exact: true }).fill('ana');
      await update(page, actor);
      await page.getByText(actor.text('contact.errors.emailAddress.invalid')).waitFor();
    },
  },
  {
    ...personal,
    name: 'settings-not-saved',
    intercept: refusing(saveCall, 503, { code: 'server.unavailable' }),
    act: saveContact((page) => page.getByText('gallery-', { exact: true }).waitFor()),
  },
  {
    ...personal,
    name: 'settings-conflict',
    intercept: conflict,
    act: saveContact((page, { text }) => page.getByText(text('account-info.conflict.title')).waitFor()),
  },
  {
    ...personal,
    name: 'settings-fresh-code',
    intercept: async (page) => {
      await refusing(saveCall, 403, { code: 'fresh-code-needed' })(page);
      await sendingCode(page);
    },
    act: saveContact((page, { text }) => page.getByLabel(text('login.code')).focus()),
  },
  {
    ...personal,
    name: 'settings-unsaved',
    act: async (page, actor) => {
      await editContact(page, actor);
      await page.getByRole('tab', { name: actor.text('account-info.settings.tab.security') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...personal,
    name: 'settings-address-form',
    act: (page, { text }) => page.getByRole('button', { name: text('address.edit') }).click(),
  },
  {
    ...security,
    name: 'settings-pin-form',
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
