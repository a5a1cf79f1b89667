import * as contract from '@myaccount/contract/autopay';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { downloadAutopayConsent } from '../consents/consent-history.service.ts';
import type { Feature, PayingPortal } from '../feature.ts';
import { autopayMails } from './autopay.email.ts';
import { autopayJobs } from './autopay.job.ts';
import { setAutopay } from './autopay.service.ts';
import { autopaySettings } from './autopay-settings.rules.ts';

/** Registers API-15 and the download of what was agreed to (CONSENT-1). */
function registerAutopayRoutes(endpoints: Endpoints, portal: PayingPortal): void {
  endpoints.signedIn(contract.setAutopay, (call) => setAutopay(portal, call));

  endpoints.signedIn(contract.autopayConsent, async ({ caller, query, reply }) => {
    const file = await downloadAutopayConsent(portal, caller, query.AccountNumber);
    reply.header('Content-Disposition', 'attachment; filename="autopay.txt"');
    return file.content;
  });
}

/** Collection of what is due, for those who turned it on. */
export const autopay: Feature = {
  tags: { autopay: 'Automatic charges on the due date.' },
  settings: autopaySettings,
  routes: registerAutopayRoutes,
  jobs: autopayJobs,
  mails: autopayMails,
};
