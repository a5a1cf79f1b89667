import { recurringPayments } from '@myaccount/contract/payment-methods';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { showSavedMethods } from './payment-methods.service.ts';

/** Registers API-10. */
export function registerPaymentMethodsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(recurringPayments, ({ caller, query }) =>
    showSavedMethods(portal, caller, query.billing_account_id),
  );
}
