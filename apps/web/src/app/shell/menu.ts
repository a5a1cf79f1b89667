import { paths } from '../paths.ts';

interface MenuEntry {
  readonly path: (typeof paths)[keyof typeof paths];
  /** Key of its text. */
  readonly text: string;
}

/** The menu, in its order (SHELL-3): one line a page. */
export const menu: readonly MenuEntry[] = [
  { path: paths.home, text: 'shell.menuHome' },
  { path: paths.payments, text: 'shell.menuPayments' },
  { path: paths.billing, text: 'shell.menuBilling' },
  { path: paths.billingRefresh, text: 'shell.menuBillingRefresh' },
];

/** Pages of the settings menu, above “Sign Out”: one line a page. */
export const settingsMenu: readonly MenuEntry[] = [];
