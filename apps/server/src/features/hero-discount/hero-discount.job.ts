import type { Eligibility } from '../../gateways/eligibility/eligibility.ts';
import type { QueuedJob } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { reconcileVerifications } from './reconcile.service.ts';

/** Every hour: looks in the eligibility service's report for verifications whose callback did not arrive. */
export function heroDiscountJob(portal: Portal, eligibility: Eligibility): QueuedJob {
  return {
    name: 'hero-discount.reconcile',
    cron: '23 * * * *',
    run: (stopping) => reconcileVerifications(portal, eligibility, stopping),
  };
}
