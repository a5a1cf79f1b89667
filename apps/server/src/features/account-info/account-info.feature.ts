import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { accountInfoMails } from './account-info.email.ts';
import { registerAccountInfoRoutes } from './account-info.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Saves of account data, each of which sends a mail. */
  accountChangesPerLogin: read.whole('ACCOUNT_CHANGES_PER_LOGIN', 30, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Contact data, language, PIN, and other fields of an account. */
export const accountInfo: Feature = {
  tags: { 'account-info': 'Contact, PIN, billing address and notification preference.' },
  settings,
  routes: registerAccountInfoRoutes,
  mails: accountInfoMails,
};
