import * as contract from '@myaccount/contract/consents';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { downloadConsent, showConsents } from './consent-history.service.ts';

/** Registers the list of what was agreed to, and the download of each text (CONSENT-1). */
function registerConsentsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.consents, ({ caller, query }) =>
    showConsents(portal, caller, {
      accountNumber: query.AccountNumber,
      page: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(contract.consentText, async ({ caller, query, reply }) => {
    const file = await downloadConsent(portal, caller, { accountNumber: query.AccountNumber, id: query.id });
    reply.header('Content-Disposition', `attachment; filename="${file.kind}.txt"`);
    return file.content;
  });
}

/** What customers agreed to. */
export const consents: Feature = {
  tags: { consents: 'The texts that the customer agreed to.' },
  routes: registerConsentsRoutes,
};
