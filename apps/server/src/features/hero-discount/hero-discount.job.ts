import type { Services } from '../../gateways/open-services.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { reconcileVerifications } from './reconcile.service.ts';

/** Every hour, where there is an eligibility service: looks in the eligibility service's report for verifications whose callback did not arrive. */
export function heroDiscountJobs(portal: Portal & Pick<Services, 'eligibility'>): Job[] {
  const { eligibility } = portal;
  if (!eligibility) return [];
  return [
    {
      name: 'hero-discount.reconcile',
      everySeconds: 3_600,
      onOneServer: true,
      run: (stopping) => reconcileVerifications(portal, eligibility, stopping),
    },
  ];
}
