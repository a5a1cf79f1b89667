import * as contract from '@myaccount/contract/planned-payments';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Feature, PayingPortal } from '../feature.ts';
import { plannedPaymentJobs } from './planned-payments.job.ts';
import {
  cancelPlannedPayment,
  changePlannedPayment,
  showPlannedPayments,
} from './planned-payments.service.ts';

/** Registers the calls of planned payments (PAY-7, PAY-12). */
function registerPlannedPaymentsRoutes(endpoints: Endpoints, portal: PayingPortal): void {
  endpoints.signedIn(contract.plannedPayments, ({ caller, query }) =>
    showPlannedPayments(portal, caller, query.billing_account_id),
  );

  endpoints.signedIn(contract.changePlannedPayment, (call) => changePlannedPayment(portal, call));

  endpoints.signedIn(contract.cancelPlannedPayment, (call) => cancelPlannedPayment(portal, call));
}

/** Payments dated ahead. */
export const plannedPayments: Feature = { routes: registerPlannedPaymentsRoutes, jobs: plannedPaymentJobs };
