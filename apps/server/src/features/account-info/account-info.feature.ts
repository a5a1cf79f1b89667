import { accountInfo as saveEndpoint } from '@myaccount/contract/account-info';
import * as contract from '@myaccount/contract/email-proof';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { accountInfoMails } from './account-info.email.ts';
import { saveAccountInfo } from './account-info.service.ts';
import { cancelPendingEmail, proveEmail, resendProof } from './email-proof.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Saves of account data, each of which sends a mail. */
  accountChangesPerLogin: read.whole('ACCOUNT_CHANGES_PER_LOGIN', 30, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers API-17 and the calls of CONTACT-3. */
function registerAccountInfoRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const { deliver } = portal;
  const changesPerLogin = windowLimit(portal, 'account-changes-login', portal.config.accountChangesPerLogin);
  endpoints.signedIn(saveEndpoint, async (call) => {
    const { reply, messageId } = await saveAccountInfo(portal, changesPerLogin, call);
    if (messageId) void deliver(messageId);
    return reply;
  });

  endpoints.signedIn(contract.sendEmailProof, async (call) => {
    const { messageId, expiresAt } = await resendProof(portal, call);
    if (messageId) void deliver(messageId);
    return { status: 200 as const, expiresAt: expiresAt.toISOString() };
  });

  endpoints.signedIn(contract.validateEmailProof, async (call) => ({
    status: 200 as const,
    ...(await proveEmail(portal, call)),
  }));

  endpoints.signedIn(contract.cancelEmailProof, async (call) => {
    await cancelPendingEmail(portal, call);
    return { status: 200 as const };
  });
}

/** Contact data, language, PIN, and other fields of an account. */
export const accountInfo: Feature = {
  tags: { 'account-info': 'Contact, PIN, billing address and notification preference.' },
  settings,
  routes: registerAccountInfoRoutes,
  mails: accountInfoMails,
};
