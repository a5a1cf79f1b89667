import type { QueuedJob } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { announceExpiringMethods } from './expiring-methods.service.ts';

/** Every hour: mails about cards that expire soon, each once. */
export function paymentMethodJobs(portal: Portal): QueuedJob[] {
  return [
    {
      name: 'payment-methods.announce-expiring',
      cron: '41 * * * *',
      run: (stopping) => announceExpiringMethods(portal, stopping),
    },
  ];
}
