import type { Services } from '../../gateways/open-services.ts';
import type { QueuedJob } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { reconcileVerifications } from './reconcile.service.ts';

/** Every hour, where there is an eligibility service: looks in the eligibility service's report for verifications whose callback did not arrive. */
export function heroDiscountJobs(portal: Portal & Pick<Services, 'eligibility'>): QueuedJob[] {
  const { eligibility } = portal;
  if (!eligibility) return [];
  return [
    {
      name: 'hero-discount.reconcile',
      cron: '23 * * * *',
      run: (stopping) => reconcileVerifications(portal, eligibility, stopping),
    },
  ];
}
