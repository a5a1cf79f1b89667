import type { CustomerAccount } from '@myaccount/contract/accounts';
import { answering, changing, type Scene } from './scene.ts';

const profile = { email: 'ana.rivera@example.com', path: 'profile' };

/** Changes what the server says of the account and of its customer. */
export const changingAccount = (
  changes: Partial<CustomerAccount['customer']>,
  version?: CustomerAccount['version'],
) =>
  changing<CustomerAccount>('**/api/customer/info*', (account) => ({
    ...account,
    version: version ?? account.version,
    customer: { ...account.customer, ...changes },
  }));

/** Answers that a fresh code was mailed. */
export const sendingCode = answering('**/api/sessions/fresh-code', {
  challenge: 'c',
  expiresAt: '2099-01-01T00:00:00Z',
});

const nathan = 'nathan.cole@example.com';

/** The profile of everyone for whom it differs. */
export const profileScenes: readonly Scene[] = [
  { ...profile, name: 'profile' },
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
    ...profile,
    name: 'profile-pin-shown',
    act: (page, { text }) => page.getByRole('button', { name: text('pin.showLabel') }).click(),
  },
  {
    ...profile,
    name: 'profile-pin-code',
    intercept: async (page) => {
      await changingAccount({ PIN: null })(page);
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
