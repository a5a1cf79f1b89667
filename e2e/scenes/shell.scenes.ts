import { blockStorage } from '../support/block-storage.ts';
import { answering, failing, type Scene } from './scene.ts';

const priya = 'priya.nair@example.com';
const ana = 'ana.rivera@example.com';

/** The frame, its menus, and its failures. */
export const shellScenes: readonly Scene[] = [
  {
    name: 'shell-drawer',
    email: priya,
    // No bar at the bottom, which may cover a part of a button behind the drawer.
    path: 'billing',
    isPhoneOnly: true,
    act: (page, { text }) => page.getByRole('button', { name: text('shell.openMenu') }).click(),
  },
  { name: 'shell-other-sign-in', email: ana, path: 'billing?account=none' },
  {
    name: 'shell-account-menu',
    email: priya,
    path: 'billing',
    isWideOnly: true,
    act: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /100200316/ })
        .click(),
  },
  {
    name: 'shell-settings-menu',
    email: ana,
    path: 'payments',
    isWideOnly: true,
    act: (page, { text }) => page.getByRole('button', { name: text('shell.settingsMenu') }).click(),
  },
  { name: 'shell-not-found', email: ana, path: 'no/such/page' },
  { name: 'shell-not-found-signed-out', path: 'no/such/page' },
  { name: 'shell-glitch', email: ana, path: '', intercept: failing('**/api/customer/info*') },
  {
    name: 'shell-error',
    email: ana,
    path: 'billing',
    intercept: answering('**/api/invoices/all*', { odd: true }),
  },
  { name: 'shell-storage-blocked', path: 'login', intercept: blockStorage },
  {
    name: 'shell-offline',
    email: ana,
    path: 'billing',
    act: async (page, { text }) => {
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await page.getByText(text('ui.offline')).waitFor();
      await page.getByRole('heading', { level: 1 }).focus();
    },
  },
];
