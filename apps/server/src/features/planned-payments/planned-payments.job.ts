import type { Job } from '../../platform/jobs/job.ts';
import type { PayingPortal } from '../feature.ts';
import { chargeDuePlans } from './charge-due.service.ts';

/** Every minute, on every server: charges the planned payments of the day. Each payment is claimed. */
export function plannedPaymentJobs(portal: PayingPortal): Job[] {
  return [
    {
      name: 'payments.charge-planned',
      everySeconds: 60,
      run: (stopping) => chargeDuePlans(portal, stopping),
    },
  ];
}
