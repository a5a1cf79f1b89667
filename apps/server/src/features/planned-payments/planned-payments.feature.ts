import type { Feature } from '../feature.ts';
import { plannedPaymentJobs } from './planned-payments.job.ts';
import { registerPlannedPaymentsRoutes } from './planned-payments.routes.ts';

/** Payments dated ahead. */
export const plannedPayments: Feature = { routes: registerPlannedPaymentsRoutes, jobs: plannedPaymentJobs };
