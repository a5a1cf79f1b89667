import {
  cancelPlannedPayment as cancelEndpoint,
  plannedPayments,
} from '@myaccount/contract/planned-payments';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { cancelPlannedPayment, showPlannedPayments } from './planned-payments.service.ts';

/** Registers the calls of planned payments (PAY-7). */
export function registerPlannedPaymentsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(plannedPayments, ({ caller, query }) =>
    showPlannedPayments(portal, caller, query.billing_account_id),
  );

  endpoints.signedIn(cancelEndpoint, ({ caller, body, request }) =>
    cancelPlannedPayment(portal, { caller, client: clientOf(request), id: body.id }),
  );
}
