import * as contract from '@myaccount/contract/payment-methods';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { activateMethod, deactivateMethod } from './change-method.service.ts';
import { showSavedMethods } from './payment-methods.service.ts';

/** Registers API-10, API-12 and API-13. */
export function registerPaymentMethodsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.recurringPayments, ({ caller, query }) =>
    showSavedMethods(portal, caller, query.billing_account_id),
  );

  endpoints.signedIn(contract.activateMethod, ({ caller, body, request }) =>
    activateMethod(portal, { caller, body, client: clientOf(request) }),
  );

  endpoints.signedIn(contract.deactivateMethod, ({ caller, body, request }) =>
    deactivateMethod(portal, { caller, body, client: clientOf(request) }),
  );
}
