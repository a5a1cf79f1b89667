import { paths } from '../paths.ts';

interface MenuEntry {
  readonly path: (typeof paths)[keyof typeof paths];
  /** Key of its text. */
  readonly text: string;
}

/** The menu in display order, one line per page (SHELL-3). */
export const menu: readonly MenuEntry[] = [
  { path: paths.home, text: 'shell.menuHome' },
  { path: paths.payments, text: 'shell.menuPayments' },
  { path: paths.billing, text: 'shell.menuBilling' },
  { path: paths.profile, text: 'shell.menuProfile' },
  { path: paths.billingRefresh, text: 'shell.menuBillingRefresh' },
];

/** Pages of the settings menu, above “Sign out”, one line per page. */
export const settingsMenu: readonly MenuEntry[] = [
  { path: paths.settings, text: 'shell.menuSettings' },
  { path: paths.metrics, text: 'shell.menuMetrics' },
];
