import { billingRefreshEndpoint } from '@myaccount/contract/home';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { showHome } from './home.service.ts';

/** API-4. */
function registerHomeRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(billingRefreshEndpoint, ({ caller, query }) =>
    showHome(portal, caller, { accountNumber: query.AccountNumber, customerNumber: query.customerID }),
  );
}

/** The dashboard. */
export const home: Feature = { tags: { home: 'The dashboard.' }, routes: registerHomeRoutes };
